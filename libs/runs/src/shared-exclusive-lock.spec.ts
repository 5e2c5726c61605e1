import { SharedExclusiveLock } from './shared-exclusive-lock';

function work() {
  let end!: () => void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { run: jest.fn(() => done), end };
}

const settle = () => new Promise(setImmediate);

describe('the gate', () => {
  it('lets many work at once', async () => {
    const gate = new SharedExclusiveLock();
    const [a, b] = [work(), work()];
    const both = [gate.shared(a.run), gate.shared(b.run)];
    await settle();
    expect([a.run, b.run].map((run) => run.mock.calls.length)).toEqual([1, 1]);
    a.end();
    b.end();
    await Promise.all(both);
  });

  it('lets one alone after those at work, and before those that come later', async () => {
    const gate = new SharedExclusiveLock();
    const [first, solo, second, later] = [work(), work(), work(), work()];
    const all = [
      gate.shared(first.run),
      gate.alone(solo.run, 60_000),
      gate.alone(second.run, 60_000),
      gate.shared(later.run),
    ];
    await settle();
    const begun = () => [first, solo, second, later].map(({ run }) => run.mock.calls.length);
    expect(begun()).toEqual([1, 0, 0, 0]);
    first.end();
    await settle();
    expect(begun()).toEqual([1, 1, 0, 0]);
    solo.end();
    await settle();
    expect(begun()).toEqual([1, 1, 1, 0]);
    second.end();
    await settle();
    expect(begun()).toEqual([1, 1, 1, 1]);
    later.end();
    await Promise.all(all);
  });

  it('lets those behind it go on where those at work did not end in time', async () => {
    const gate = new SharedExclusiveLock();
    const [first, solo, later] = [work(), work(), work()];
    const long = gate.shared(first.run);
    const alone = gate.alone(solo.run, 1);
    const behind = gate.shared(later.run);
    expect([gate.isClosed, await alone, gate.isClosed]).toEqual([true, undefined, false]);
    await settle();
    expect([solo.run.mock.calls.length, later.run.mock.calls.length]).toEqual([0, 1]);
    first.end();
    later.end();
    await Promise.all([long, behind]);
    solo.end();
    await gate.alone(solo.run, 1);
    expect(solo.run).toHaveBeenCalledTimes(1);
  });

  it('opens again after work that failed', async () => {
    const gate = new SharedExclusiveLock();
    await expect(gate.shared(() => Promise.reject(new Error('a')))).rejects.toThrow('a');
    await expect(gate.alone(() => Promise.reject(new Error('b')), 60_000)).rejects.toThrow('b');
    await expect(gate.shared(() => Promise.resolve(1))).resolves.toBe(1);
    await expect(gate.alone(() => Promise.resolve(2), 60_000)).resolves.toBe(2);
  });
});
