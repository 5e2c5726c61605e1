import { classesIn, heldClasses } from './held-state';
import { sourceFiles } from '../source-files';

/**
 * Classes of which providers hold objects, and whose fields change while they do, by what they remember. None is a way that a request goes because
 * of the one before it.
 */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  'what is under way: who waits for whom, and what a thread or a connection has': [
    'ActiveWork',
    'Batcher',
    'CommitWatch',
    'HeavyRuns',
    'LockWaits',
    'QueryGauges',
    'Reading',
    'RowMaker',
    'RuleRunner',
    'RuleThreadHandle',
    'SearchPool',
    'Semaphore',
    'SharedExclusiveLock',
    'TurnQueue',
  ],
  'a connection or a thread, and whether it is there': [
    'ChangeWatch',
    'DeadLetters',
    'DiskSign',
    'FreshPool',
    'IdleThread',
    'Listener',
    'NotifiedTask',
    'ResilientClient',
    'WaitingPool',
  ],
  'what follows from its key, such as a statement from the type, or never changes': [
    'KnownTerms',
    'KnownValues',
    'PageStatements',
    'TokenVerifier',
  ],
  'cached values, none of which is used before its version was compared within the request': [
    'CacheMemory',
    'RevalidatingCache',
    'UseCounts',
  ],
  'sizes and counts by which a statement is planned or a word weighed: found rows are the same': [
    'ElasticEngine',
    'PrefixFrequencies',
    'RareTypes',
    'SearchStatistics',
    'StatementShapes',
  ],
  'that something does not answer, so that it is not asked for a moment, and what was logged of it': [
    'CircuitBreaker',
    'DiskRoom',
    'Failpoints',
    'OutageLog',
    'Outages',
  ],
  'work that no request passes': ['DataWork', 'ElasticBackend', 'PeriodicTask', 'RowIndexer', 'WaitingNames'],
  'refusals that are to be recorded': ['RefusalLog'],
  'the keys of an issuer, which it publishes for a time': ['IssuerClient', 'RemoteKeys'],
};

describe('what providers hold', () => {
  const sources = sourceFiles().filter((file) => /^(libs|apps)\/(?!console).*(?<!spec|fixture|cases)\.ts$/.test(file));

  it('remembers nothing of requests, but for what is known of each class', () => {
    const changing = heldClasses(sources).filter(({ changing }) => changing.length > 0);
    expect(changing.map(({ name }) => name).sort()).toEqual(Object.values(CHANGING).flat().sort());
  });

  it.each<[string, string, readonly string[]]>([
    ['a time', 'class A { private until = 0; ask() { this.until = 5; } }', ['until']],
    ['a number', 'class A { private n = 0; ask() { return this.n++; } }', ['n']],
    ['a member', 'class A { private readonly last = { n: 0 }; ask() { this.last.n = 1; } }', ['last']],
    ['a container', 'class A { private readonly known = new Map<string, number>(); }', ['known']],
    ['a callback', 'class A { private x = 0; ask() { later(() => { this.x ??= 1; }); } }', ['x']],
    [
      'nothing',
      'class A { private x; constructor() { this.x = 1; } stop() { this.x = 2; } get() { return this.x === 2; } }',
      [],
    ],
    ['what never changes', 'class A { private readonly known: ReadonlyMap<string, number> = new Map(); }', []],
  ])('is found to change: %s', (_what, text, changing) => {
    expect(classesIn(text).classes[0]?.changing).toEqual(changing);
  });

  it('is what a class names as a field, makes for one, or is handed as one', () => {
    const [found] = classesIn(`
      @Injectable() class A implements I {
        private readonly b: B; private c = new C(); private d;
        constructor(private readonly e: readonly E[], f: F) { this.d = new D(f); }
      }`).classes;
    expect(found).toMatchObject({ name: 'A', isProvider: true, is: ['I'], changing: [] });
    expect([...found!.holds].sort()).toEqual(['B', 'C', 'D', 'E']);
  });
});
