import { isUuid } from '@app/common';

/** The service, as a rule names it, that datasets of a namespace lie in. */
export interface ServiceName {
  readonly id?: string;
  readonly fqn?: string;
  readonly type?: string;
}

/** A rule as it is sent: the service by its FQN, or by a reference. */
export interface SentRule {
  readonly namespacePrefix: string;
  readonly service: string | { readonly id?: string; readonly type?: string; readonly fullyQualifiedName?: string };
  /** Whether tables are made that events show with their columns. */
  readonly create?: boolean;
  /** Whether it follows from a service, as the list says it: a list does not change such a rule. */
  readonly derived?: boolean;
}

/** Rules are looked through for each new name. */
export const MOST_RULES = 1_000;
export const LONGEST_PREFIX = 2_000;

/** Undefined where a rule names no service. */
export function serviceName(sent: SentRule['service']): ServiceName | undefined {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (typeof sent === 'string') return isText(sent) ? { fqn: sent } : undefined;
  const { id, type, fullyQualifiedName: fqn } = Object(sent) as Exclude<typeof sent, string>;
  if (!isText(type)) return undefined;
  if (isUuid(id)) return { id: id.toLowerCase(), type };
  return isText(fqn) ? { fqn, type } : undefined;
}

export interface NewRule {
  readonly prefix: string;
  /** The node of its service, database or schema. */
  readonly service: string;
  readonly creates?: boolean;
  readonly derived?: boolean;
  /** The database whose names alone a derived rule is for. */
  readonly database?: string;
}
