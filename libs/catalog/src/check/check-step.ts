import type { Database } from '@app/database';

export interface CheckBlock {
  readonly compared: number;
  /** Numbers of what was wrong and is mended, by what it was. */
  readonly mended: Readonly<Record<string, number>>;
  /** Faults that could not be repaired, with the reason. */
  readonly left: readonly string[];
  /** The key to go on behind; absent: this was the last block. */
  readonly next?: string;
}

/** A part of a check: compares rows block by block, in the order of their keys, while others write, and mends what differs. */
export interface CheckStep {
  readonly name: string;
  /** The number of rows to expect, as it is known without counting them. */
  size(): Promise<number>;
  /** Repeating a block does no harm. @param after the key of the last row before the block; empty: from the beginning */
  block(after: string): Promise<CheckBlock>;
}

/** The point at which a check continues: in a step, after a key. */
export interface CheckPosition {
  readonly step: string;
  readonly after: string;
}

interface DoneBlock extends CheckBlock {
  readonly step: string;
  /** The point behind it; absent: the check is done. */
  readonly position?: CheckPosition;
}

/** Findings of a check so far. */
export interface CheckFindings {
  /** Rows that were compared, by step. */
  readonly compared: Readonly<Record<string, number>>;
  readonly mended: Readonly<Record<string, number>>;
  readonly left: readonly string[];
}

export const NOTHING_CHECKED: CheckFindings = { compared: {}, mended: {}, left: [] };

/**
 * Runs the steps, one block per iteration of the event loop. @param from where an earlier check stopped; a step that is unknown: the
 * beginning
 */
export async function* checkBlocks(steps: readonly CheckStep[], from?: CheckPosition): AsyncGenerator<DoneBlock> {
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === from?.step),
  );
  for (const [at, step] of steps.entries()) {
    if (at < first) continue;
    let after: string | undefined = step.name === from?.step ? from.after : '';
    while (after !== undefined) {
      const block: CheckBlock = await step.block(after);
      const following = block.next === undefined ? steps[at + 1] : step;
      const position = following && { position: { step: following.name, after: block.next ?? '' } };
      yield { ...block, step: step.name, ...position };
      after = block.next;
    }
  }
}

export function withBlock(report: CheckFindings, { step, compared, mended, left }: DoneBlock): CheckFindings {
  return {
    compared: addedUp(report.compared, { [step]: compared }),
    mended: addedUp(report.mended, mended),
    left: [...report.left, ...left],
  };
}

function addedUp(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum: Record<string, number> = { ...one };
  for (const [name, n] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + n;
  return sum;
}

/** The entities that there are, by their counters. @param type absent: of all types */
export async function countedEntities(database: Pick<Database, 'query'>, type?: string): Promise<number> {
  const text = `select coalesce(sum(n), 0)::float8 as n from counter where parent = 0 and ($1::text is null or type = $1)`;
  return (await database.query<{ n: number }>(text, [type ?? null]))[0]!.n;
}

/** The key behind a full block of rows; none behind one that was the last. */
export function nextBlock(rows: readonly { readonly node: string }[], full: number): Pick<CheckBlock, 'next'> {
  const last = rows.at(-1);
  return last && rows.length >= full ? { next: last.node } : {};
}
