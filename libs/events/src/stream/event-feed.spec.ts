import { AppError, notFound, type Actor } from '@app/common';
import type { Watch } from './change-watch';
import { openFeed, type EventLog, type StreamPart } from './event-feed';

const RULE = { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] } as const;
const READER: Actor = { name: 'reader', id: 'r', isAdmin: false, ownerIds: new Set(), rules: [RULE] };
const told = (...ids: number[]): EventLog => ({
  events: ids.map((id) => ({ id, event: 'state', data: {} })),
  isEnded: false,
});

/** A watched log that gains an event each time that a reader waits for a change. */
class GrowingLog implements Watch<EventLog> {
  length = 1;
  isClosed = false;
  read = (): Promise<EventLog> => Promise.resolve(told(...Array.from({ length: this.length }, (_, i) => i + 1)));
  next = (): Promise<void> => Promise.resolve(void this.length++);
  close = (): void => void (this.isClosed = true);
}

describe('an open stream', () => {
  const signal = new AbortController().signal;
  const follow = async (log: GrowingLog, reader: () => Promise<Actor>, judge: () => Promise<void>) => {
    const feed = await openFeed(log, { reader, judge, after: 0, signal, logOf: (state) => state, judgedForMs: 0 });
    const parts: StreamPart[] = [];
    for await (const part of feed.parts) parts.push(part);
    return parts.filter((part) => part !== 'heartbeat');
  };

  it.each([
    ['the token has ended', 'reader', new AppError('UNAUTHORIZED', 'ended')],
    ['what is followed has become hidden', 'judge', notFound('dataContract', 'x')],
  ] as const)('ends with the reason once %s', async (_case, place, refusal) => {
    const log = new GrowingLog();
    const until = (by: string) => () => (by === place && log.length > 2 ? Promise.reject(refusal) : Promise.resolve());
    const parts = await follow(log, () => until('reader')().then(() => READER), until('judge'));
    expect(parts).toEqual([...told(1, 2).events, refusal]);
    expect(log.isClosed).toBe(true);
  });

  it.each([
    ['changed', [], true],
    ['only read anew', [{ ...RULE }], false],
  ])('is judged before the next event where the rights of the reader are %s', async (_what, rules, isJudged) => {
    const log = new GrowingLog();
    const reader = () => Promise.resolve(log.length < 3 ? READER : { ...READER, rules });
    const judge = (by: Actor) =>
      by === READER || log.length > 4 ? Promise.resolve() : Promise.reject(notFound('dataContract', 'x'));
    const ended = (state: EventLog) => ({ ...state, isEnded: log.length > 4 });
    const feed = await openFeed(log, { reader, judge, after: 0, signal, logOf: ended, judgedForMs: 1e6 });
    const parts: StreamPart[] = [];
    for await (const part of feed.parts) if (part !== 'heartbeat') parts.push(part);
    expect(parts.map((part) => (part instanceof AppError ? part.code : (part as { id: number }).id))).toEqual(
      isJudged ? [1, 2, 'NOT_FOUND'] : [1, 2, 3, 4, 5],
    );
  });

  it('is not opened for whom it is refused, and fails where judging fails', async () => {
    const log = new GrowingLog();
    const judge = () => Promise.reject(notFound('dataContract', 'x'));
    await expect(follow(log, () => Promise.resolve(READER), judge)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(log.isClosed).toBe(true);
    const broken = new GrowingLog();
    const breaks = () => (broken.length > 1 ? Promise.reject(new Error('lost')) : Promise.resolve());
    await expect(follow(broken, () => Promise.resolve(READER), breaks)).rejects.toThrow('lost');
    expect(broken.isClosed).toBe(true);
  });
});
