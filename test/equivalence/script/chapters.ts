import { contractsChapter } from './contracts';
import { described } from './document';
import { eventsChapter } from './events';
import { lifeChapter } from './life';
import { lineageChapter } from './lineage';
import { listsChapter } from './lists';
import { operationsChapters } from './operations';
import { peopleChapter } from './people';
import { randomSession } from './random-session';
import { refusalsChapter } from './refusals';
import { searchesChapter } from './searches';
import type { Chapter } from './step';
import { transferChapter } from './transfer';
import { worldChapter } from './world';

export type Size = 'small' | 'full';

/** Calls of one operation by each caller. */
const CALLS: Readonly<Record<Size, number>> = { small: 1, full: 40 };
/** Of a thousand events. */
const EVENT_PAGES: Readonly<Record<Size, number>> = { small: 2, full: 20 };

/** Random sequences: how many, and how many requests of each. EQUIVALENCE_SEED is the first of their seeds. */
const SESSIONS: Readonly<Record<Size, readonly [count: number, length: number]>> = {
  small: [2, 200],
  full: [100, 300],
};
const SEED = Number(process.env.EQUIVALENCE_SEED ?? 1);

/** The script, in the order in which it is sent. */
export function chapters(size: Size): Chapter[] {
  const all = described();
  const { types, operations } = all;
  return [
    peopleChapter(),
    worldChapter(types),
    ...types.map((type) => lifeChapter(type, operations, size === 'full')),
    contractsChapter(),
    lineageChapter(),
    searchesChapter(),
    listsChapter(types),
    transferChapter(),
    refusalsChapter(),
    ...Array.from({ length: SESSIONS[size][0] }, (_, at) => randomSession(SEED + at, SESSIONS[size][1])),
    ...operationsChapters(all, CALLS[size]),
    eventsChapter(EVENT_PAGES[size]),
  ];
}
