import { areTooMany, isDeletable, timesMissed } from './deletions';
import { coversSchema, coversTable, type CrawlScope } from './coverage';
import { possibleRenames } from './renames';

const rules = { deleteAfter: 1, isConfirmed: false, run: 'r2' };

describe('areTooMany', () => {
  it.each<[number, number, boolean]>([
    [19, 19, false],
    [10, 20, false],
    [11, 20, true],
    [15, 24, true],
    [12, 24, false],
    [0, 0, false],
  ])('%i gone of %i: %s', (gone, covered, expected) => expect(areTooMany(gone, covered, rules)).toBe(expected));

  it('asks no more where it is confirmed, or nothing is deleted anyway', () => {
    expect(areTooMany(24, 24, { ...rules, isConfirmed: true })).toBe(false);
    expect(areTooMany(24, 24, { ...rules, deleteAfter: 0 })).toBe(false);
  });
});

describe('isDeletable', () => {
  it.each<[number, number, boolean]>([
    [1, 0, true],
    [2, 0, false],
    [2, 1, true],
    [0, 9, false],
    [10, 8, false],
    [10, 9, true],
  ])('after %i, missed %i times before: %s', (deleteAfter, missed, expected) =>
    expect(isDeletable({ missed, missedIn: 'r1' }, { ...rules, deleteAfter })).toBe(expected),
  );

  it('counts a crawl that is tried again once', () => {
    expect(timesMissed({ missed: 1, missedIn: 'r2' }, 'r2')).toBe(1);
    expect(timesMissed({ missed: 1, missedIn: 'r1' }, 'r2')).toBe(2);
    expect(timesMissed({ missed: 0 }, 'r2')).toBe(1);
  });
});

describe('what a crawl covers', () => {
  const listed = { refused: new Set(['secret']) };
  const scope: CrawlScope = {
    databases: new Map([['db', listed]]),
    hasAllDatabases: false,
    includeViews: true,
    includePartitions: false,
  };
  const table = { database: 'db', schema: 'a', name: 't', tableType: 'Regular', withPartitions: false };

  it.each<[string, Partial<CrawlScope>, Partial<typeof table>, boolean]>([
    ['a table of a listed schema', {}, {}, true],
    ['a table of a schema that is gone', {}, { schema: 'gone' }, true],
    ['a table of a schema that may not be looked into', {}, { schema: 'secret' }, false],
    ['a table of another database', {}, { database: 'other' }, false],
    ['a table of a database that is gone', { hasAllDatabases: true }, { database: 'other' }, true],
    ['a table outside of the schemas asked for', { schemas: new Set(['b']) }, {}, false],
    ['a table of a schema asked for', { schemas: new Set(['a']) }, {}, true],
    ['a table outside of the tables asked for', { tables: new Set(['u']) }, {}, false],
    ['a table asked for', { tables: new Set(['t']) }, {}, true],
    ['a view where views are listed', {}, { tableType: 'View' }, true],
    ['a view where they are not', { includeViews: false }, { tableType: 'View' }, false],
    [
      'a materialized view where views are not listed',
      { includeViews: false },
      { tableType: 'MaterializedView' },
      false,
    ],
    ['what may be a partition where they are not listed', {}, { withPartitions: true }, false],
    ['what may be a partition where they are listed', { includePartitions: true }, { withPartitions: true }, true],
    [
      'a schema that the connection leaves out',
      { databases: new Map([['db', { ...listed, only: new Set(['a']) }]]) },
      { schema: 'b' },
      false,
    ],
    [
      'the schema that the connection names',
      { databases: new Map([['db', { ...listed, only: new Set(['a']) }]]) },
      {},
      true,
    ],
  ])('%s', (_, more, one, expected) => expect(coversTable({ ...scope, ...more }, { ...table, ...one })).toBe(expected));

  it('says of a schema what it says of its tables', () => {
    expect(coversSchema(scope, { database: 'db', schema: 'gone' })).toBe(true);
    expect(coversSchema(scope, { database: 'other', schema: 'a' })).toBe(false);
  });
});

describe('possibleRenames', () => {
  const one = (fqn: string, nativeId?: string, likeness?: string, database = 'db') => ({
    ...{ fqn, database },
    ...(nativeId !== undefined && { nativeId }),
    ...(likeness !== undefined && { likeness }),
  });

  it('knows a table by the id of its object, whatever its columns are now', () => {
    expect(possibleRenames([one('a', '1', 'x')], [one('b', '1', 'y')])).toEqual([{ from: 'a', to: 'b' }]);
  });

  it('knows a table by its columns where ids say nothing', () => {
    expect(possibleRenames([one('a', '1', 'x')], [one('b', '2', 'x')])).toEqual([{ from: 'a', to: 'b' }]);
    expect(possibleRenames([one('a', undefined, 'x')], [one('b', undefined, 'x')])).toEqual([{ from: 'a', to: 'b' }]);
  });

  it('guesses nothing where several are alike, or neither is known', () => {
    expect(possibleRenames([one('a', '1', 'x')], [one('b', '2', 'x'), one('c', '3', 'x')])).toEqual([]);
    expect(possibleRenames([one('a', '1', 'x'), one('b', '2', 'x')], [one('c', '3', 'x')])).toEqual([]);
    expect(possibleRenames([one('a')], [one('b')])).toEqual([]);
    expect(possibleRenames([one('a', '1')], [one('b', '1', undefined, 'other')])).toEqual([]);
  });

  it('names each table once: by its id before by its columns', () => {
    const renames = possibleRenames([one('a', '1', 'x'), one('b', '2', 'x')], [one('c', '1', 'x'), one('d', '9', 'x')]);
    expect(renames).toEqual([
      { from: 'a', to: 'c' },
      { from: 'b', to: 'd' },
    ]);
  });
});
