import { HotReadBatches } from './hot-read-batches';

const BY_ID = { name: 'by id' };
const BY_FQN = { name: 'by fqn' };

interface Call {
  readonly kind: string;
  readonly keys: readonly string[];
  /** Answers with what `world` holds now, as the database would. */
  answer(): void;
  fail(error: unknown): void;
}

/** A database that is told when to answer. A key that begins with `no` is not there. */
class ManualDatabase {
  readonly calls: Call[] = [];
  world = 'first';

  readonly batches = new HotReadBatches<{ name: string }, string>(({ name }, keys) => {
    // What a statement sees is what was there when it was sent.
    const seen = this.world;
    return new Promise((resolve, reject) => {
      const rows = keys.filter((key) => !key.startsWith('no')).map((key): [string, string] => [key, `${key} ${seen}`]);
      this.calls.push({ kind: name, keys, answer: () => resolve(new Map(rows.reverse())), fail: reject });
    });
  });

  ask(key: string, kind = BY_ID): Promise<string | undefined> {
    return this.batches.ask(kind, key);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const refusal = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });

describe('HotReadBatches', () => {
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

  it('sends the reads of one turn together, and gives each caller what it asked for, whatever the order of the rows', async () => {
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
    await turn();
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
