/** The values of `entityStatus`: the three of the API, then those that known clients write, stored unchanged. */
export const CONTRACT_STATUSES = [
  'Draft',
  'Active',
  'Deprecated',
  'In Review',
  'Approved',
  'Rejected',
  'Unprocessed',
] as const;

export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export const DEFAULT_STATUS: ContractStatus = 'Draft';

/** The life of a contract: Draft → Active → Deprecated → Active, and Active → Draft. */
const NEXT: Readonly<Partial<Record<ContractStatus, readonly ContractStatus[]>>> = {
  Draft: ['Active'],
  Active: ['Draft', 'Deprecated'],
  Deprecated: ['Active'],
};

export type Transition = { readonly allowed: true } | { readonly allowed: false; readonly message: string };

export function isContractStatus(word: unknown): word is ContractStatus {
  return (CONTRACT_STATUSES as readonly unknown[]).includes(word);
}

/**
 * Whether a write may change one status to another. The four values not defined by the API may be entered and left freely. Not
 * applied to imports, which may set any status.
 */
export function transition(from: ContractStatus, to: ContractStatus): Transition {
  if (from === to || (allowedAfter(from) as readonly string[]).includes(to)) return { allowed: true };
  const ways = allowedAfter(from).join(', ');
  return { allowed: false, message: `cannot go from ${from} to ${to}; allowed from ${from}: ${ways}` };
}

function allowedAfter(from: ContractStatus): readonly ContractStatus[] {
  const next = NEXT[from];
  const others = CONTRACT_STATUSES.filter((status) => status !== from);
  return next ? others.filter((status) => next.includes(status) || !NEXT[status]) : others;
}

/** Whether a contract binds, and whether a data product's one is inherited by its assets. */
export function inForce(status: string): boolean {
  return status === 'Active' || status === 'Approved';
}

/** The states of a run and of its result, in the spelling of the interface. */
export const EXECUTION_STATUSES = ['Running', 'Success', 'Failed', 'PartialSuccess', 'Aborted', 'Queued'] as const;
