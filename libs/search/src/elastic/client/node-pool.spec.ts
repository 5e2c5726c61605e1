import { UndiciConnection, type Connection } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { NodePool } from './node-pool';

const NODES = ['http://a:9200/', 'http://b:9200/', 'http://c:9200/'];

describe('NodePool', () => {
  let pool: NodePool;
  let logged: string[];

  beforeEach(() => {
    logged = [];
    const note = (message: unknown): void => void logged.push(String(message));
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(note);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(note);
    jest.spyOn(Logger.prototype, 'debug').mockReturnValue();
    pool = new NodePool({ Connection: UndiciConnection });
    pool.addConnection(NODES.map((url) => ({ url: new URL(url) })));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await pool.empty();
  });

  const node = (at: number): Connection => pool.connections[at] as Connection;
  const asked = (times: number, now: number): string =>
    Array.from({ length: times }, () => pool.getConnection({ now, context: undefined })?.url.hostname).join('');
  const fail = (at: number, now: number, began = now): void =>
    pool.setAside(node(at), new Error('connect ECONNREFUSED'), began, now);

  it('asks nodes in turn', () => {
    expect(asked(7, 0)).toBe('abcabca');
  });

  it('sets aside a node that failed, and lets one request try it when its time is over', () => {
    fail(1, 1_000);
    expect(asked(6, 1_999)).not.toContain('b');
    expect(asked(6, 2_000).match(/b/g)).toHaveLength(1);
  });

  it('sets it aside for twice the time with each failure, and counts those that were sent together as one', () => {
    fail(1, 1_000);
    fail(1, 1_010, 900);
    fail(1, 2_000);
    expect(asked(6, 3_999)).not.toContain('b');
    expect(asked(6, 4_000)).toContain('b');
    for (let now = 4_000; now < 40_000; now += 4_000) fail(1, now);
    expect(asked(6, 36_000 + 59_999)).not.toContain('b');
    expect(asked(6, 36_000 + 60_000)).toContain('b');
  });

  it('asks one that answers again in its turn', () => {
    fail(1, 1_000);
    pool.markAlive(node(1));
    expect(asked(3, 1_001)).toContain('b');
  });

  it('asks the one whose time ends first where all are set aside', () => {
    [2, 0, 1].forEach((at, order) => fail(at, 1_000 + order));
    expect(asked(1, 1_500)).toBe('c');
  });

  it('says once that a node does not answer, and that it does again', () => {
    fail(1, 1_000);
    fail(1, 5_000);
    pool.markAlive(node(1));
    pool.markAlive(node(1));
    expect(logged).toEqual([
      'http://b:9200/ does not answer: connect ECONNREFUSED',
      'http://b:9200/ answers again, after 2 errors',
    ]);
  });

  it('has nobody to ask once it is closed', async () => {
    await pool.empty();
    expect(pool.getConnection({ now: 0, context: undefined })).toBeNull();
  });
});
