import type { NewRule } from './mapping';
import { serviceNamespaces } from './service-namespaces';

/** A live database service whose data may be read, with its databases. */
export interface ReadService {
  /** bigint in decimal */
  readonly node: string;
  readonly serviceType: string;
  /** Its connection as it is shown, without secrets. */
  readonly config: unknown;
  readonly databases: readonly { readonly node: string; readonly name: string }[];
}

/**
 * The naming rules that follow from services: their address is the namespace. Where a type's names begin with a database, a rule is for
 * those of the connection's databases, or for all where it names none. Two services with one and the same rule have none.
 */
export function derivedRules(services: readonly ReadService[]): NewRule[] {
  const rules = new Map<string, NewRule | undefined>();
  for (const rule of services.flatMap(rulesOf)) {
    const key = JSON.stringify([rule.prefix, rule.database]);
    rules.set(key, rules.has(key) ? undefined : rule);
  }
  return [...rules.values()].filter((rule) => rule !== undefined);
}

function rulesOf({ node, serviceType, config, databases: known }: ReadService): NewRule[] {
  const { namespaces, databases, within } = serviceNamespaces(serviceType, config);
  const service = within === undefined ? node : known.find(({ name }) => name === within)?.node;
  if (service === undefined) return [];
  return namespaces.flatMap((prefix) =>
    (databases ?? [undefined]).map((database) => ({
      ...{ prefix, service, derived: true },
      ...(database !== undefined && { database }),
    })),
  );
}
