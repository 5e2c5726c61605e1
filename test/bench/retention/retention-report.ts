import type { BenchReport } from '../bench';
import type { Slice } from '../load/load-message';
import { pairText } from '../measure/pair-text';
import { median } from '../measure/quantile';
import type { LockWaits } from './lock-probe';

/** A slice of the readers alone, and one beside the deletion of a part of the history. */
export interface DeletedPart {
  readonly expected: number;
  readonly count: number;
  readonly ms: number;
  readonly alone: Slice;
  readonly beside: Slice;
  readonly waitsAlone: LockWaits;
  readonly waitsBeside: LockWaits;
}

interface RetentionOutcome {
  readonly quick: boolean;
  readonly history: number;
  readonly rate: number;
  readonly parts: readonly DeletedPart[];
  readonly restMb: number;
  readonly endMb: number;
  readonly faults: readonly string[];
}

const TARGET = { p99: 1.5, lockMs: 50 };

export function report(outcome: RetentionOutcome): BenchReport {
  const { quick, history, rate, parts, restMb, endMb, faults } = outcome;
  const p99 = parts.map(({ alone, beside }) => beside.p99 / alone.p99);
  const deleted = parts.reduce((sum, { count }) => sum + count, 0);
  const ms = parts.reduce((sum, part) => sum + part.ms, 0);
  const most = (of: (part: DeletedPart) => number): number => Math.max(...parts.map(of));
  const middle = (of: (part: DeletedPart) => number): string => median(parts.map(of)).toFixed(1);
  const longest = most(({ waitsBeside }) => waitsBeside.most);
  return {
    name: 'retention',
    title: 'Most of a long history deleted',
    setting: [
      `One contract with ${history} results; DELETE /results/before in ${parts.length} parts, ${deleted} in all${quick ? ' (--quick)' : ''}`,
      `Readers: ${rate} requests/s at fixed times – list and latest of that contract, documents and lists of others; a slice alone, then one beside a part, in turn. A part may end before its slice`,
      'Lock: another session takes the lock that each writer of the contract’s results needs, every few ms, and gives it back; what it waited, beside the deletion and alone',
    ],
    measures: [
      {
        what: 'deleted',
        value: `${deleted} in ${(ms / 1_000).toFixed(1)} s, ${((deleted / ms) * 1_000).toFixed(0)}/s`,
      },
      {
        what: 'p99 of the readers, beside ÷ alone',
        value: `${pairText(p99)}; ${middle((part) => part.beside.p99)} ÷ ${middle((part) => part.alone.p99)} ms`,
        target: { text: `≤ ${TARGET.p99}`, met: median(p99) <= TARGET.p99 },
      },
      {
        what: 'p50 of the readers, beside and alone',
        value: `${middle((part) => part.beside.p50)}, ${middle((part) => part.alone.p50)} ms`,
      },
      {
        what: 'longest wait for the lock',
        value: `${longest.toFixed(1)} ms (alone: ${most(({ waitsAlone }) => waitsAlone.most).toFixed(1)} ms)`,
        target: { text: `≤ ${TARGET.lockMs} ms`, met: longest <= TARGET.lockMs },
      },
      {
        what: 'p50, p99 of the waits, medians of the parts',
        value: `${middle((part) => part.waitsBeside.p50)}, ${middle((part) => part.waitsBeside.p99)} ms (alone: ${middle((part) => part.waitsAlone.p50)}, ${middle((part) => part.waitsAlone.p99)} ms)`,
      },
      { what: 'memory of the API, before and after', value: `${restMb.toFixed(0)}, ${endMb.toFixed(0)} MB` },
    ],
    plans: {},
    faults: [
      ...faults,
      ...parts
        .filter(({ count, expected }) => count !== expected)
        .map(({ count, expected }) => `${count} deleted of ${expected}`),
      ...parts.flatMap(({ alone, beside }) => [...alone.faults, ...beside.faults]),
    ],
    raw: outcome,
  };
}
