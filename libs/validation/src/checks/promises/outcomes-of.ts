import { sortRules, type StatedPromise } from '@app/contracts';
import type { LearnedFindings } from '../learned';
import type { QualityExpectation } from '../quality-check';
import type { SchemaVerdict, SemanticsVerdict, SlaVerdict } from '../types';
import type { PromiseOutcome, Witness } from './outcome';

/** The findings of the dimensions of a run. */
export interface JudgedDimensions {
  readonly schema?: SchemaVerdict;
  readonly semantics?: SemanticsVerdict;
  readonly sla?: SlaVerdict;
  /** Expected test cases, in the order of the contract. */
  readonly expected: readonly QualityExpectation[];
  /** Quality rules by their index in the contract. */
  readonly rules: ReadonlyMap<number, QualityExpectation>;
  /** Ids of test cases that were computed for the run. */
  readonly computed: ReadonlySet<string>;
  readonly learned: LearnedFindings;
  readonly isRead: boolean;
}

/** The outcome of each promise, by its path, as the dimensions found. */
export function outcomesOf(
  stated: readonly StatedPromise[],
  found: JudgedDimensions,
): ReadonlyMap<string, PromiseOutcome> {
  const outcomes = new Map<string, PromiseOutcome>(found.schema?.outcomes);
  for (const promise of stated) {
    const outcome = outcomeOf(promise, found);
    if (outcome) outcomes.set(promise.path, outcome);
  }
  return outcomes;
}

/** Returns what the dimensions found; nothing of a kind that counts with no column and is not here, which is not evaluated then. */
function outcomeOf(promise: StatedPromise, found: JudgedDimensions): PromiseOutcome | undefined {
  const { semantics, expected, rules, computed, isRead } = found;
  if (promise.kind === 'semantics')
    return semantics && { state: isBroken(semantics, promise.name) ? 'broken' : 'held', by: 'catalog' };
  if (promise.kind === 'expectation') {
    const expectation = expected[promise.index];
    const isComputed = computed.has(expectation?.ref.id ?? '');
    return expectation && ofTest(expectation, isComputed ? 'data' : 'evidence');
  }
  if (promise.kind === 'rule') {
    const rule = rules.get(promise.index);
    return rule && ofTest(rule, isRead ? 'data' : 'evidence');
  }
  return promise.kind === 'sla' ? ofTarget(promise.member, found) : undefined;
}

const isBroken = ({ failedRules }: SemanticsVerdict, name: string): boolean =>
  failedRules.some(({ ruleName }) => ruleName === name);

function ofTest({ newest, blockedBy, isDeleted }: QualityExpectation, by: Witness): PromiseOutcome {
  if (newest?.status === 'Success') return { state: 'held', by };
  if (blockedBy !== undefined) return { state: 'blocked' };
  const isUncomputed = newest === undefined ? isDeleted !== true : newest.status === 'Queued';
  return { state: 'broken', by, ...(isUncomputed && { isUncomputed }) };
}

function ofTarget(member: string, { sla, learned, isRead }: JudgedDimensions): PromiseOutcome | undefined {
  const by = isRead ? 'data' : 'evidence';
  if (member === 'learned.volume') {
    const { volume } = learned;
    return volume && { state: volume.state === 'unusual' ? 'broken' : 'held', by: 'evidence' };
  }
  const state = sla?.targets?.get(member);
  if (state === undefined) return undefined;
  return state === 'blocked' ? { state } : { state, by: member.startsWith('availability') ? 'evidence' : by };
}

/** The outcomes of the quality rules that are computed, by their index in the contract. */
export function rulesByIndex(
  rules: unknown,
  outcomes: readonly (QualityExpectation | undefined)[],
): ReadonlyMap<number, QualityExpectation> {
  const found = sortRules(rules).tests.flatMap(({ index }, at) => {
    const outcome = outcomes[at];
    return outcome ? [[index, outcome] as const] : [];
  });
  return new Map(found);
}
