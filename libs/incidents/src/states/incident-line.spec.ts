import type { IncidentRules } from '@app/agreements';
import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { IncidentLine, type FollowedChanges, type FollowedIncident, type IncidentInput } from './incident-line';
import { VerdictTimeline, type Verdict, type VerdictStatus } from './verdict-timeline';

const rulesOf = (closeAfterRuns: number): IncidentRules => ({
  ...{ open: true, assign: 'none', closeAfterRuns, group: true, groupWithin: 'PT6H' },
});

const STATUSES: Readonly<Record<string, VerdictStatus>> = { F: 'Failed', P: 'PartialSuccess', S: 'Success' };

/** The verdicts of one contract, and its incidents as they follow what comes. */
class Contract {
  incidents: FollowedIncident[] = [];
  readonly events: string[] = [];
  private readonly verdicts = new Map<number, Verdict>();
  private pending: IncidentInput[] = [];
  private clock = 0;

  constructor(readonly rules: IncidentRules | undefined) {}

  /** Verdicts by their letters, the first at the time 1. */
  add(letters: string, from = 1): IncidentInput {
    return this.put([...letters].map((letter, at) => ({ timestamp: from + at, status: STATUSES[letter]! })));
  }

  /** Adds or replaces verdicts by one statement, which waits to be followed. */
  put(verdicts: readonly Verdict[], removed: readonly number[] = []): IncidentInput {
    const isSame = ({ timestamp, status }: Verdict) => this.verdicts.get(timestamp)?.status === status;
    const added = verdicts.filter((one) => !isSame(one)).sort((one, other) => one.timestamp - other.timestamp);
    const gone = [...removed, ...added.map(({ timestamp }) => timestamp)].flatMap((at) => this.verdicts.get(at) ?? []);
    for (const { timestamp } of gone) this.verdicts.delete(timestamp);
    const newest = Math.max(...this.verdicts.keys());
    for (const verdict of added) this.verdicts.set(verdict.timestamp, verdict);
    const input: IncidentInput = {
      ...{ at: ++this.clock, added, removed: gone, rules: this.rules },
      newest: Number.isFinite(newest) ? newest : undefined,
    };
    this.pending.push(input);
    return input;
  }

  come(input: Partial<IncidentInput>): void {
    this.pending.push({ at: ++this.clock, added: [], removed: [], ...input });
  }

  /** Follows all that waits. */
  follow(): FollowedChanges {
    const before = this.incidents.at(-1);
    const { pending } = this;
    this.pending = [];
    const timeline = IncidentLine.needsTimeline(before, pending)
      ? new VerdictTimeline([...this.verdicts.values()], pending)
      : undefined;
    const line = new IncidentLine(before, timeline, () => `incident ${this.clock} ${Math.random()}`);
    for (const input of pending) line.follow(input);
    const { changes } = line;
    if (changes.changed) this.incidents[this.incidents.length - 1] = changes.changed;
    this.incidents.push(...changes.opened);
    this.events.push(...changes.events.map(({ action }) => action));
    return changes;
  }

  /** `[opened, failures, good runs, resolved]` of each. */
  get shown(): unknown[] {
    return this.incidents.map((one) => [one.openedAt, one.failures, one.goodRuns, one.resolvedAt ?? null]);
  }
}

const contractOf = (closeAfterRuns = 2): Contract => new Contract(rulesOf(closeAfterRuns));

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((one, at) => permutations(items.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

const TIMELINES: readonly (readonly [verdicts: string, closeAfterRuns: number, incidents: readonly unknown[]])[] = [
  ['F', 2, [[1, 1, 0, null]]],
  ['P', 2, [[1, 1, 0, null]]],
  ['S', 2, []],
  ['SF', 2, [[2, 1, 0, null]]],
  ['FS', 2, [[1, 1, 1, null]]],
  ['FSS', 2, [[1, 1, 2, 3]]],
  ['FSPS', 2, [[1, 2, 1, null]]],
  ['FSFSS', 2, [[1, 2, 2, 5]]],
  [
    'FSSF',
    2,
    [
      [1, 1, 2, 3],
      [4, 1, 0, null],
    ],
  ],
  [
    'FSSSFSS',
    2,
    [
      [1, 1, 2, 3],
      [5, 1, 2, 7],
    ],
  ],
  ['FSSSS', 0, [[1, 1, 4, null]]],
  [
    'FSFSFS',
    1,
    [
      [1, 1, 1, 2],
      [3, 1, 1, 4],
      [5, 1, 1, 6],
    ],
  ],
];

describe('incidents under verdicts', () => {
  it.each(TIMELINES)('make of %s with %i good ones to the end: %j', (verdicts, closeAfterRuns, expected) => {
    const [one, late, together] = [1, 2, 3].map(() => contractOf(closeAfterRuns)) as [Contract, Contract, Contract];
    for (const [at, letter] of [...verdicts].entries()) {
      one.add(letter, at + 1);
      one.follow();
      late.add(letter, at + 1);
    }
    together.add(verdicts);
    for (const contract of [late, together]) contract.follow();
    expect([one.shown, late.shown, together.shown]).toEqual([expected, expected, expected]);
    expect([late.events, together.events]).toEqual([one.events, one.events]);
  });

  it('are the same of an open one, in whatever order its verdicts come', () => {
    for (const order of permutations([2, 3, 4, 5])) {
      const contract = contractOf(0);
      contract.add('F');
      for (const at of order) contract.add('SPSS'[at - 2]!, at);
      contract.follow();
      expect({ order, shown: contract.shown }).toEqual({ order, shown: [[1, 2, 2, null]] });
    }
  });

  it('resolve as of the last good one that was needed, though it came first', () => {
    const contract = contractOf(3);
    contract.add('F');
    for (const at of [5, 4, 3]) contract.add('S', at);
    contract.follow();
    expect(contract.incidents).toMatchObject([
      { resolution: 'recovered', resolvedAt: 5, lastResult: { timestamp: 5 } },
    ]);
  });

  it('have the verdict that opened them, and the newest one, as they were', () => {
    const contract = contractOf();
    contract.put([{ timestamp: 1, status: 'Failed', message: 'of 1' }]);
    contract.put([{ timestamp: 2, status: 'Failed', message: 'of 2' }]);
    contract.put([], [1]);
    contract.follow();
    expect(contract.incidents).toMatchObject([
      { failures: 1, firstResult: { timestamp: 1, message: 'of 1' }, lastResult: { timestamp: 2, message: 'of 2' } },
    ]);
  });

  it('are opened by nothing older than the newest verdict, and by nothing without rules', () => {
    const contract = contractOf();
    contract.add('S', 5);
    contract.add('F', 3);
    contract.follow();
    const without = new Contract(undefined);
    without.add('SFF');
    without.follow();
    expect([contract.incidents, without.incidents]).toEqual([[], []]);
  });

  it('count again where results are removed, and neither resolve nor open again', () => {
    const contract = contractOf();
    contract.add('FSFS');
    contract.put([], [3]);
    contract.follow();
    expect(contract.shown).toEqual([[1, 1, 2, null]]);
    // One more than it needs: the second one was the last that was needed.
    contract.add('S', 5);
    contract.follow();
    expect(contract.shown).toEqual([[1, 1, 3, 4]]);
    contract.put([], [2, 4, 5]);
    contract.follow();
    expect(contract.shown).toEqual([[1, 1, 3, 4]]);
  });

  it('are open without any verdict', () => {
    const contract = contractOf();
    contract.add('FS');
    contract.put([], [1, 2]);
    contract.follow();
    expect(contract.incidents).toMatchObject([{ status: 'New', failures: 0, goodRuns: 0, lastResult: undefined }]);
  });

  it('are not opened by the result again that was the last of a resolved one', () => {
    const contract = contractOf();
    contract.add('F');
    contract.follow();
    contract.incidents = [{ ...contract.incidents[0]!, status: 'Resolved', resolution: 'Fixed', resolvedAt: 9 }];
    contract.put([], [1]);
    contract.add('F');
    contract.follow();
    expect(contract.incidents).toHaveLength(1);
    contract.put([{ timestamp: 1, status: 'PartialSuccess' }]);
    contract.follow();
    expect(contract.incidents).toHaveLength(2);
  });

  it.each(['contractDeleted', 'contractOutOfForce'] as const)('end with %s, when that came', (ended) => {
    const contract = contractOf();
    contract.add('F');
    contract.come({ ended });
    contract.come({ ended });
    const { events } = contract.follow();
    expect(contract.incidents).toMatchObject([{ status: 'Resolved', resolution: 'Other', resolvedAt: 2 }]);
    expect(events.slice(1)).toEqual([
      {
        incident: contract.incidents[0]!.id,
        at: 2,
        action: 'resolve',
        details: { resolution: 'Other', reason: ended },
      },
    ]);
  });

  it('end as of the date of the contract, those alone that were opened before', () => {
    const contract = contractOf();
    contract.add('F');
    contract.come({ at: 10, endedAt: 7 });
    contract.follow();
    expect(contract.incidents).toMatchObject([{ status: 'Resolved', resolution: 'Other', resolvedAt: 7 }]);
    const opened = contractOf();
    opened.add('F');
    opened.come({ at: 10, endedAt: 1 });
    opened.follow();
    expect(opened.incidents).toMatchObject([{ status: 'New' }]);
  });

  it('hand a mute on as long as it lasts', () => {
    const contract = contractOf(1);
    contract.add('F');
    contract.follow();
    contract.incidents = [{ ...contract.incidents[0]!, mutedUntil: 3, muteReason: 'Known' }];
    contract.add('SF', 2);
    contract.add('SF', 4);
    contract.follow();
    expect(contract.incidents.map(({ mutedUntil, muteReason }) => [mutedUntil, muteReason])).toEqual([
      [3, 'Known'],
      [3, 'Known'],
      [undefined, undefined],
    ]);
  });

  it('are counted from their opening by hand', () => {
    const present = [
      { timestamp: 5, status: 'Failed' as const },
      { timestamp: 12, status: 'Failed' as const },
      { timestamp: 13, status: 'Success' as const, message: 'All well' },
    ];
    const line = new IncidentLine(undefined, new VerdictTimeline(present, []), () => 'new');
    const beginning = { at: 10, openedAt: 10, rules: rulesOf(1), by: 'ada', details: { comment: 'Look' } };
    expect(line.openByHand(beginning, 13)).toBe('new');
    expect(line.changes).toMatchObject({
      opened: [{ status: 'New', failures: 1, goodRuns: 1, lastResult: { message: 'All well' } }],
      events: [{ action: 'open', by: 'ada', details: { comment: 'Look' } }],
    });
  });

  it('are the same whether what comes is followed at once or later', () => {
    const verdict = record({
      timestamp: integer({ min: 1, max: 9 }),
      status: constantFrom<VerdictStatus[]>('Failed', 'PartialSuccess', 'Success', 'Success', 'Success'),
    });
    const step = record({
      verdicts: uniqueArray(verdict, { maxLength: 4, selector: ({ timestamp }) => timestamp }),
      removed: array(integer({ min: 1, max: 9 }), { maxLength: 2 }),
      waits: constantFrom(true, true, false),
    });
    assert(
      property(integer({ min: 0, max: 3 }), array(step, { maxLength: 14 }), (closeAfterRuns, steps) => {
        const [now, later] = [contractOf(closeAfterRuns), contractOf(closeAfterRuns)];
        for (const { verdicts, removed, waits } of steps) {
          const gone = removed.filter((at) => verdicts.every(({ timestamp }) => timestamp !== at));
          for (const contract of [now, later]) contract.put(verdicts, gone);
          now.follow();
          if (!waits) later.follow();
        }
        later.follow();
        expect([later.shown, later.events]).toEqual([now.shown, now.events]);
      }),
      { numRuns: 2_000, seed: 60 },
    );
  });
});
