import { parseInstant } from '../document/effective-faults';

/** The members of a contract that say when it binds. */
export interface DatedContract {
  readonly entityStatus?: string;
  readonly effectiveFrom?: string;
  readonly effectiveUntil?: string;
}

const BINDING: ReadonlySet<unknown> = new Set(['Active', 'Approved', 'Deprecated']);

export const isBinding = (status: unknown): boolean => BINDING.has(status);

/**
 * Whether others may rely on the contract at an instant: it is agreed and has not ended. One that is upcoming binds as well: else what was
 * approved could be written anew before its day.
 *
 * @param at epoch ms
 */
export function bindsAt({ entityStatus, effectiveUntil }: DatedContract, at: number): boolean {
  return isBinding(entityStatus) && (instantOf(effectiveUntil) ?? Infinity) > at;
}

/** Epoch ms; undefined where there is none. */
export function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
