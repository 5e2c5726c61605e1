import { getEventListeners } from 'node:events';
import { JoinedSignal } from './joined-signal';

describe('a signal joined of others', () => {
  let first: AbortController;
  let second: AbortController;
  let joined: JoinedSignal;

  beforeEach(() => {
    [first, second] = [new AbortController(), new AbortController()];
    joined = new JoinedSignal([first.signal, second.signal]);
  });

  const listeners = () => [first, second].map(({ signal }) => getEventListeners(signal, 'abort').length);

  it.each([0, 1])('is aborted with each of them, for its reason, and leaves nothing with them: %s', (at) => {
    expect(joined.signal.aborted).toBe(false);
    [first, second][at]!.abort('over');
    expect([joined.signal.aborted, joined.signal.reason]).toEqual([true, 'over']);
    expect(listeners()).toEqual([0, 0]);
  });

  it('is aborted from the beginning with one that was', () => {
    first.abort('before');
    expect(new JoinedSignal([second.signal, first.signal]).signal.reason).toBe('before');
    expect(listeners()).toEqual([0, 0]);
  });

  it('is let go', () => {
    joined.release();
    expect(listeners()).toEqual([0, 0]);
    first.abort();
    expect(joined.signal.aborted).toBe(false);
  });

  it('warns of nothing where many are joined to one', () => {
    const warned = jest.spyOn(process, 'emitWarning');
    const many = Array.from({ length: 50 }, () => new JoinedSignal([first.signal]));
    expect(warned).not.toHaveBeenCalled();
    first.abort();
    expect(many.every(({ signal }) => signal.aborted)).toBe(true);
    warned.mockRestore();
  });
});
