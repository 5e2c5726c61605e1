import { splitFqn } from '@app/catalog';

/** A dataset or a job as OpenLineage names it. */
export interface OpenLineageName {
  readonly namespace: string;
  readonly name: string;
}

/** What lies in a database service; its levels stand in the name. */
const BELOW_DATABASES = new Set(['table', 'storedProcedure']);

/**
 * The namespace is the service, the name the rest of the FQN: below a database service with its levels, else as the one name that
 * it is. With a rule from each service's name to that service, everything is found again by such a name.
 */
export function openLineageName(type: string, fqn: string): OpenLineageName {
  const [namespace = fqn, ...rest] = splitFqn(fqn) ?? [];
  const [only] = rest;
  if (only === undefined) return { namespace, name: fqn };
  if (rest.length === 1 && !BELOW_DATABASES.has(type)) return { namespace, name: only };
  return { namespace, name: fqn.slice(fqn.startsWith('"') ? namespace.length + 3 : namespace.length + 1) };
}
