import { splitFqn } from '@app/catalog';

/** Name of a dataset or job in OpenLineage. */
export interface OpenLineageName {
  readonly namespace: string;
  readonly name: string;
}

/** Types in a database service; the levels of their FQN are part of the name. */
const BELOW_DATABASES = new Set(['table', 'storedProcedure']);

/**
 * The namespace is the service, the name the rest of the FQN: in a database service with its levels, otherwise as a
 * single name. With a rule that maps each service's name to that service, such names resolve to the original
 * entities.
 */
export function openLineageName(type: string, fqn: string): OpenLineageName {
  const [namespace = fqn, ...rest] = splitFqn(fqn) ?? [];
  const [only] = rest;
  if (only === undefined) return { namespace, name: fqn };
  if (rest.length === 1 && !BELOW_DATABASES.has(type)) return { namespace, name: only };
  return { namespace, name: fqn.slice(fqn.startsWith('"') ? namespace.length + 3 : namespace.length + 1) };
}
