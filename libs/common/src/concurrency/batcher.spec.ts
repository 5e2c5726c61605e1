import { Batcher } from './batcher';

interface Group {
  readonly asks: readonly number[];
  readonly done: () => void;
}

/** A batcher of numbers that returns their doubles, when the test releases it. */
function batcherOf(limits: { most: number; atOnce: number }): {
  batcher: Batcher<number, number>;
  groups: Group[];
} {
  const groups: Group[] = [];
  const batcher = new Batcher<number, number>(
    (asks) => new Promise((resolve) => groups.push({ asks, done: () => resolve(asks.map((ask) => ask * 2)) })),
    { ...limits, isOnes: () => true },
  );
  return { batcher, groups };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The iteration in which a batch ends, and the one that sends the requests that waited for it. */
async function batchEnd(): Promise<void> {
  await turn();
  await turn();
}

describe('Batcher', () => {
  it('goes together when it is asked in one turn, and each gets its own answer', async () => {
    const { batcher, groups } = batcherOf({ most: 10, atOnce: 1 });
    const answers = Promise.all([1, 2, 3].map((ask) => batcher.ask(ask)));
    await turn();
    expect(groups.map(({ asks }) => asks)).toEqual([[1, 2, 3]]);
    groups[0]?.done();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('waits while as many groups as may be are under way, and then goes together, at most so many', async () => {
    const { batcher, groups } = batcherOf({ most: 2, atOnce: 1 });
    const first = batcher.ask(1);
    await turn();
    const others = Promise.all([2, 3, 4].map((ask) => batcher.ask(ask)));
    await turn();
    expect(groups.map(({ asks }) => asks)).toEqual([[1]]);
    groups[0]?.done();
    await first;
    await batchEnd();
    expect(groups.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
    groups[1]?.done();
    await batchEnd();
    expect(groups[2]?.asks).toEqual([4]);
    groups[2]?.done();
    expect(await others).toEqual([4, 6, 8]);
  });

  it('takes along what arrives in the turn in which the batch before has ended', async () => {
    const { batcher, groups } = batcherOf({ most: 10, atOnce: 1 });
    const answers = [batcher.ask(1)];
    await turn();
    answers.push(batcher.ask(2));
    await turn();
    groups[0]?.done();
    await answers[0];
    answers.push(batcher.ask(3));
    await batchEnd();
    expect(groups.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
    groups[1]?.done();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it.each([
    ['for those alone whom it would fail for without the others', true, ['fulfilled', 'rejected', 'fulfilled']],
    ['for all where the fault is nobody’s', false, ['rejected', 'rejected', 'rejected']],
  ])('fails %s', async (_, isOnes, expected) => {
    const asked: (readonly number[])[] = [];
    const batcher = new Batcher<number, number>(
      (asks) => {
        asked.push(asks);
        return asks.includes(2) ? Promise.reject(new Error(`not 2`)) : Promise.resolve(asks);
      },
      { most: 10, atOnce: 1, isOnes: () => isOnes },
    );
    const ends = await Promise.allSettled([1, 2, 3].map((ask) => batcher.ask(ask)));
    expect(ends.map(({ status }) => status)).toEqual(expected);
    expect(asked).toEqual(isOnes ? [[1, 2, 3], [1], [2], [3]] : [[1, 2, 3]]);
  });

  it('is not held up by one that waits for itself', async () => {
    const never = new Promise<number>(() => undefined);
    const batcher = new Batcher<number, number>(
      (asks) => Promise.resolve(asks.map((ask) => (ask === 1 ? never : ask))),
      { most: 10, atOnce: 1, isOnes: () => false },
    );
    void batcher.ask(1);
    expect(await batcher.ask(2)).toBe(2);
    expect(await batcher.ask(3)).toBe(3);
  });
});

const BY_ID = 'by id';
const BY_FQN = 'by fqn';

interface Call {
  readonly kind: string;
  readonly keys: readonly string[];
  /** Resolves with the current content of `world`, as the database would. */
  answer(): void;
  fail(error: unknown): void;
}

/** A database that responds on request. A key that begins with `no` does not exist. */
class ManualDatabase {
  readonly calls: Call[] = [];
  world = 'first';

  readonly batches = new Batcher(
    (reads: readonly { kind: string; key: string }[]) => {
      // A statement sees the state at the time it was sent.
      const seen = this.world;
      const keys = reads.map(({ key }) => key);
      return new Promise<(string | undefined)[]>((resolve, reject) => {
        const answers = keys.map((key) => (key.startsWith('no') ? undefined : `${key} ${seen}`));
        this.calls.push({ kind: reads[0]?.kind ?? '', keys, answer: () => resolve(answers), fail: reject });
      });
    },
    {
      most: 64,
      atOnce: 4,
      isOnes: (error) => (error as { code?: string }).code?.startsWith('22') ?? false,
      kindOf: ({ kind }) => kind,
      keyOf: ({ key }) => key,
    },
  );

  ask(key: string, kind = BY_ID): Promise<string | undefined> {
    return this.batches.ask({ kind, key });
  }
}

const refusal = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });

describe('Batcher, by kinds and keys', () => {
  let database: ManualDatabase;

  beforeEach(() => {
    database = new ManualDatabase();
  });

  it('sends a lone read alone', async () => {
    const answer = database.ask('a');
    await turn();
    expect(database.calls.map(({ keys }) => keys)).toEqual([['a']]);
    database.calls[0]?.answer();
    await expect(answer).resolves.toBe('a first');
  });

  it('sends the reads of one turn together, and gives each caller what it asked for', async () => {
    const answers = Promise.all([database.ask('a'), database.ask('b'), database.ask('none'), database.ask('a')]);
    await turn();
    expect(database.calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'none']]);
    database.calls[0]?.answer();
    await expect(answers).resolves.toEqual(['a first', 'b first', undefined, 'a first']);
  });

  it('does not mix kinds in a statement', async () => {
    const answers = Promise.all([database.ask('a'), database.ask('a', BY_FQN), database.ask('b')]);
    await turn();
    expect(database.calls.map(({ kind, keys }) => [kind, keys])).toEqual([
      ['by id', ['a', 'b']],
      ['by fqn', ['a']],
    ]);
    for (const call of database.calls) call.answer();
    await expect(answers).resolves.toEqual(['a first', 'a first', 'b first']);
  });

  it('never answers from a statement that was sent before the question', async () => {
    const early = database.ask('a');
    await turn();
    database.world = 'second';
    const late = database.ask('a');
    await turn();
    expect(database.calls).toHaveLength(2);
    for (const call of database.calls) call.answer();
    await expect(early).resolves.toBe('a first');
    await expect(late).resolves.toBe('a second');
  });

  it('keeps four statements under way at most; what comes meanwhile goes together, and sees what is there by then', async () => {
    const first: Promise<unknown>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      first.push(database.ask(key));
      await turn();
    }
    const waiting = [database.ask('e')];
    await turn();
    waiting.push(database.ask('f'));
    await turn();
    expect(database.calls).toHaveLength(4);
    database.world = 'second';
    database.calls[2]?.answer();
    await batchEnd();
    expect(database.calls.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c'], ['d'], ['e', 'f']]);
    for (const call of database.calls) call.answer();
    await expect(Promise.all(waiting)).resolves.toEqual(['e second', 'f second']);
    await expect(Promise.all(first)).resolves.toEqual(['a first', 'b first', 'c first', 'd first']);
  });

  it('divides what is too much for one statement, and lets another kind have its turn', async () => {
    const keys = Array.from({ length: 5 * 64 + 1 }, (_, at) => `k${at}`);
    const answers = Promise.all([...keys.map((key) => database.ask(key)), database.ask('a', BY_FQN)]);
    await turn();
    const sizes = (): [string, number][] => database.calls.map((call) => [call.kind, call.keys.length]);
    expect(sizes()).toEqual([
      ['by id', 64],
      ['by fqn', 1],
      ['by id', 64],
      ['by id', 64],
    ]);
    for (let at = 0; at < 7; at++) {
      database.calls[at]?.answer();
      await turn();
    }
    expect(sizes().slice(4)).toEqual([
      ['by id', 64],
      ['by id', 64],
      ['by id', 1],
    ]);
    await expect(answers).resolves.toEqual([...keys.map((key) => `${key} first`), 'a first']);
  });

  it('fails all callers of a statement that failed, and nobody else', async () => {
    const failing = Promise.allSettled([database.ask('a'), database.ask('b')]);
    await turn();
    const fine = database.ask('a');
    await turn();
    const gone = refusal('57P01');
    database.calls[0]?.fail(gone);
    database.calls[1]?.answer();
    await expect(failing).resolves.toEqual([
      { status: 'rejected', reason: gone },
      { status: 'rejected', reason: gone },
    ]);
    await expect(fine).resolves.toBe('a first');
    expect(database.calls).toHaveLength(2);
  });

  it('lets a value that the database refuses fail its own caller only', async () => {
    const answers = Promise.allSettled([database.ask('a'), database.ask('bad'), database.ask('b')]);
    await turn();
    database.calls[0]?.fail(refusal('22021'));
    for (const at of [1, 2, 3]) {
      await turn();
      const call = database.calls[at];
      if (call?.keys[0] === 'bad') call.fail(refusal('22021'));
      else call?.answer();
    }
    await expect(answers).resolves.toEqual([
      { status: 'fulfilled', value: 'a first' },
      { status: 'rejected', reason: expect.objectContaining({ code: '22021' }) as Error },
      { status: 'fulfilled', value: 'b first' },
    ]);
  });

  it('goes on after failures: their places are free again', async () => {
    for (let round = 0; round < 6; round++) {
      const failing = database.ask('a');
      await turn();
      database.calls.at(-1)?.fail(refusal('08006'));
      await expect(failing).rejects.toThrow('08006');
    }
    const answer = database.ask('a');
    await turn();
    database.calls.at(-1)?.answer();
    await expect(answer).resolves.toBe('a first');
  });
});
