import { OPERATIONS, type AccessRule, type Operation } from '@app/common';

const KNOWN: ReadonlySet<unknown> = new Set<Operation | 'All'>([...OPERATIONS, 'All']);

/** A policy as it is stored. */
export interface PolicyRow {
  readonly policy: string;
  readonly rules: unknown;
}

/**
 * The rules of several policies. A malformed rule that allows is ignored; a denial without a list of operations or resources
 * denies all of them, so that a mistake never grants access.
 */
export function policyRules(policies: readonly PolicyRow[]): AccessRule[] {
  return policies.flatMap(({ policy, rules }) =>
    Array.isArray(rules) ? rules.flatMap((rule) => toRule(policy, rule)) : [],
  );
}

function toRule(policy: string, value: unknown): AccessRule[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, effect, operations, resources, condition } = value as Record<string, unknown>;
  if (effect !== 'allow' && effect !== 'deny') return [];
  const unsaid: readonly 'All'[] = effect === 'deny' ? ['All'] : [];
  return [
    {
      name: String(name ?? ''),
      effect,
      operations: Array.isArray(operations) ? operations.filter(isOperation) : unsaid,
      resources: Array.isArray(resources) ? resources.filter((each) => typeof each === 'string') : unsaid,
      ...(typeof condition === 'string' && condition.trim() !== '' && { condition }),
      policy,
    },
  ];
}

function isOperation(value: unknown): value is Operation | 'All' {
  return KNOWN.has(value);
}
