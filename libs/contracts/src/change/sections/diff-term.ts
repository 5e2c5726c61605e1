import type { ContractDocument } from '../../document/contract-document';
import { bindsAt, instantOf, isBinding } from '../../status/binding';
import { breaking, type Change, info } from '../../promises/change';

/** Terms by which changes of status and dates are judged. */
export interface NoticeTerms {
  /** Milliseconds from the announcement of an end to it. */
  readonly sunsetNotice: number;
  /** Epoch ms. */
  readonly now: number;
}

/** Active for clients of OpenMetadata. */
const SAME_STATUS: ReadonlySet<unknown> = new Set(['Active', 'Approved']);

/** Changes in when the contract binds: out of force, an end with less notice and a later begin are breaking. */
export function diffTerm(before: ContractDocument, after: ContractDocument, terms: NoticeTerms): Change[] {
  return [...diffStatus(before, after, terms), ...diffFrom(before, after, terms), ...diffUntil(before, after, terms)];
}

function diffStatus(before: ContractDocument, after: ContractDocument, terms: NoticeTerms): Change[] {
  const sides = [before.entityStatus, after.entityStatus] as const;
  const path = 'entityStatus';
  if (sides[0] === sides[1]) return [];
  if (sides.every((status) => SAME_STATUS.has(status))) return [info(path, sides, 'both words mean that it is agreed')];
  if (!bindsAt(before, terms.now)) return [info(path, sides, 'entityStatus changed')];
  if (!isBinding(sides[1])) return [breaking(path, sides, 'the contract is no longer in force')];
  return sides[1] === 'Deprecated' && isSoon(after, terms)
    ? [breaking(path, sides, 'the contract is deprecated with less notice than promised')]
    : [info(path, sides, 'entityStatus changed')];
}

function diffFrom(before: ContractDocument, after: ContractDocument, { now }: NoticeTerms): Change[] {
  const sides = [before.effectiveFrom, after.effectiveFrom] as const;
  const path = 'effectiveFrom';
  if (sides[0] === sides[1]) return [];
  const [old, next] = [instantOf(sides[0]) ?? 0, instantOf(sides[1]) ?? 0];
  return bindsAt(before, now) && next > Math.max(now, old)
    ? [breaking(path, sides, 'the contract begins later')]
    : [info(path, sides, changed(path, sides))];
}

function diffUntil(before: ContractDocument, after: ContractDocument, terms: NoticeTerms): Change[] {
  const sides = [before.effectiveUntil, after.effectiveUntil] as const;
  const path = 'effectiveUntil';
  if (sides[0] === sides[1]) return [];
  const isEarlier = (instantOf(sides[1]) ?? Infinity) < (instantOf(sides[0]) ?? Infinity);
  return bindsAt(before, terms.now) && isEarlier && isSoon(after, terms)
    ? [breaking(path, sides, 'the contract ends with less notice than promised')]
    : [info(path, sides, changed(path, sides))];
}

const isSoon = ({ effectiveUntil }: ContractDocument, { sunsetNotice, now }: NoticeTerms): boolean =>
  (instantOf(effectiveUntil) ?? Infinity) - now < sunsetNotice;

function changed(member: string, [from, to]: readonly [string | undefined, string | undefined]): string {
  if (from === undefined) return `${member} is added`;
  return `${member} ${to === undefined ? 'is removed' : 'changed'}`;
}
