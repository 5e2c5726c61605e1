import { entityTypes, splitFqn } from '@app/catalog';

/** Name of a dataset or job in OpenLineage. */
export interface OpenLineageName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The namespace is the service, the name the rest of the FQN: in a database service with its levels, otherwise as a
 * single name. With a rule that maps each service's name to that service, such names resolve to the original
 * entities.
 */
export function openLineageName(type: string, fqn: string): OpenLineageName {
  const [namespace = fqn, ...rest] = splitFqn(fqn) ?? [];
  const [only] = rest;
  if (only === undefined) return { namespace, name: fqn };
  if (rest.length === 1 && !isInDatabase(type)) return { namespace, name: only };
  return { namespace, name: fqn.slice(fqn.startsWith('"') ? namespace.length + 3 : namespace.length + 1) };
}

/** Whether its service is one of databases: the levels of its FQN are then part of the name. */
const isInDatabase = (type: string): boolean =>
  entityTypes.get(type).ancestors.some(({ at, types }) => at === 'root' && types.includes('databaseService'));
