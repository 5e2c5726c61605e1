import type { Claim, ResultStep } from './run-journal';

/** A validation that was acknowledged. */
export interface Accepted {
  readonly resultId: string;
  readonly contractId: string;
  /** When it was asked for the first time, epoch ms. */
  readonly sentAt: number;
}

/** A result as the API shows it. */
export interface ShownResult {
  readonly id: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
}

/** What was promised and not kept; each a list of sentences. */
export interface Broken {
  readonly lost: string[];
  readonly doubled: string[];
  readonly backward: string[];
  /** Requests that a run answers which had started before they came. */
  readonly stale: string[];
  /** Moments with two queued or two running runs of one contract. */
  readonly crowded: string[];
}

const RANKS: Readonly<Record<string, number>> = { Queued: 0, Running: 1 };
const TERMINAL_RANK = 2;
const rankOf = (status: string): number => RANKS[status] ?? TERMINAL_RANK;
export const isOver = (status: string): boolean => rankOf(status) === TERMINAL_RANK;

/** Compares what clients were told, what the database saw and what the API shows; all five lists are empty when all is well. */
export function findBroken(
  accepted: readonly Accepted[],
  steps: readonly ResultStep[],
  shown: readonly ShownResult[],
  claims: readonly Pick<Claim, 'id' | 'at'>[],
): Broken {
  const broken: Broken = { lost: [], doubled: [], backward: [], stale: [], crowded: [] };
  const courses = new Map<string, ResultStep[]>();
  for (const step of steps) courses.set(step.id, [...(courses.get(step.id) ?? []), step]);
  for (const [id, course] of courses) judgeCourse(id, course, broken);
  judgeCrowds(steps, broken);
  judgeAnswers(accepted, courses, claims, broken);
  judgeShown(courses, shown, broken);
  return broken;
}

function judgeCourse(id: string, course: readonly ResultStep[], broken: Broken): void {
  for (const { was, is } of course) {
    if (is === null) broken.lost.push(`${id} went away as ${was}`);
    else if (was !== null && isOver(was) && isOver(is)) broken.doubled.push(`${id}: ${was} and again ${is}`);
    else if (was !== null && rankOf(is) <= rankOf(was)) broken.backward.push(`${id}: ${was}, then ${is}`);
  }
  const last = course.at(-1)?.is;
  if (last && !isOver(last)) broken.lost.push(`${id} still is ${last}`);
}

function judgeCrowds(steps: readonly ResultStep[], broken: Broken): void {
  const open = new Map<string, string>();
  for (const { id, contract, was, is } of steps) {
    if (was !== null) open.delete(`${contract} ${was}`);
    if (is === null || isOver(is)) continue;
    const other = open.get(`${contract} ${is}`);
    if (other) broken.crowded.push(`${other} and ${id} are both ${is}`);
    open.set(`${contract} ${is}`, id);
  }
}

function judgeAnswers(
  accepted: readonly Accepted[],
  courses: ReadonlyMap<string, readonly ResultStep[]>,
  claims: readonly Pick<Claim, 'id' | 'at'>[],
  broken: Broken,
): void {
  // A run has begun some time before it is shown as Running.
  const begun = new Map(claims.toReversed().map(({ id, at }) => [id, at]));
  for (const { resultId, sentAt } of accepted) {
    if (!courses.has(resultId)) broken.lost.push(`${resultId} was accepted and never stored`);
    const at = begun.get(resultId) ?? Infinity;
    if (at < sentAt) broken.stale.push(`${resultId} had started ${sentAt - at} ms before`);
  }
}

function judgeShown(
  courses: ReadonlyMap<string, readonly ResultStep[]>,
  shown: readonly ShownResult[],
  broken: Broken,
): void {
  const seen = new Map<string, string>();
  for (const { id, contractExecutionStatus } of shown) {
    if (seen.has(id)) broken.doubled.push(`${id} is shown twice`);
    seen.set(id, contractExecutionStatus);
  }
  for (const [id, course] of courses) {
    const status = course.at(-1)?.is;
    if (seen.get(id) !== status) broken.lost.push(`${id} is ${status}, and shown as ${seen.get(id)}`);
  }
}
