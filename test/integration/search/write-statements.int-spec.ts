import { statementsOf, tripsOf, type SentStatement } from '../../support/recording-client';
import { SearchFixture } from './search.fixture';

const COLUMNS = Array.from({ length: 20 }, (_, i) => ({ name: `c${i}`, dataType: 'BIGINT' }));

/** Statements of a transaction that only begin it, end it or set a savepoint. */
const OF_TRANSACTIONS = /^(START TRANSACTION\b.*|COMMIT|savepoint \w+)$/;

describe('a write of one table of 20 columns', () => {
  let fixture: SearchFixture;
  let databaseSchema: string;

  const body = (name: string, more: object = {}): object => ({
    ...{ name, databaseSchema, columns: COLUMNS, description: 'an egret' },
    ...more,
  });

  beforeAll(async () => {
    fixture = await SearchFixture.open();
    databaseSchema = (await fixture.make('databaseSchema')).fullyQualifiedName;
    for (const name of ['known', 'changed', 'patched'])
      for (const description of ['a heron', 'an egret', 'a heron', 'an egret'])
        await fixture.put('table', body(name, { description }));
  });
  afterAll(() => fixture?.close());

  const counted = async (work: () => Promise<unknown>): Promise<{ all: number; trips: number; unnamed: string[] }> => {
    // What follows from the writes before is not counted.
    await fixture.current();
    const sent = (await statementsOf(work)).filter(({ name }) => !name?.startsWith('search'));
    const of = sent.filter(({ text }) => !OF_TRANSACTIONS.test(text));
    return { all: of.length, trips: tripsOf(sent), unnamed: of.filter(isUnnamed).map(({ text }) => text) };
  };

  it('is created by three statements in two round trips, and by two in one where its place was read before', async () => {
    const other = (await fixture.make('databaseSchema')).fullyQualifiedName;
    const first = await counted(() => fixture.create('table', body('first', { databaseSchema: other })));
    expect(first).toEqual({ all: 3, trips: 2, unnamed: [] });
    const second = await counted(() => fixture.create('table', body('second', { databaseSchema: other })));
    expect(second).toEqual({ all: 2, trips: 1, unnamed: [] });
  });

  it('takes one where a PUT changes nothing, also behind one that changed something', async () => {
    await fixture.put('table', body('changed', { description: 'an ibis' }));
    const first = await counted(() => fixture.put('table', body('known')));
    expect(first).toEqual({ all: 1, trips: 1, unnamed: [] });
    const second = await counted(() => fixture.put('table', body('known')));
    expect(second).toEqual({ all: 1, trips: 1, unnamed: [] });
  });

  it('takes one where a PUT changes an attribute of what is known, and two where it is not', async () => {
    await fixture.put('table', body('changed', { description: 'a plover' }));
    const known = await counted(() => fixture.put('table', body('changed', { description: 'a heron' })));
    expect(known).toEqual({ all: 1, trips: 1, unnamed: [] });
    await fixture.create('table', body('strange'));
    const strange = await counted(() => fixture.put('table', body('strange', { description: 'a heron' })));
    expect(strange).toEqual({ all: 2, trips: 2, unnamed: [] });
  });

  it('takes two where a PATCH changes an attribute, and one where it is known', async () => {
    const patch = (value: string): Promise<unknown> =>
      fixture.patch('table', `${databaseSchema}.patched`, { op: 'replace', path: '/description', value });
    expect(await counted(() => patch('a godwit'))).toEqual({ all: 1, trips: 1, unnamed: [] });
    await fixture.create('table', body('other'));
    const other = { op: 'replace', path: '/description', value: 'a heron' };
    const strange = await counted(() => fixture.patch('table', `${databaseSchema}.other`, other));
    expect(strange).toEqual({ all: 2, trips: 2, unnamed: [] });
  });

  it('takes six in five round trips where a PUT changes its owners as well', async () => {
    const { id } = await fixture.make('user');
    const owners = [{ id, type: 'user' }];
    const owned = await counted(() => fixture.put('table', body('changed', { description: 'owned', owners })));
    expect(owned).toEqual({ all: 6, trips: 5, unnamed: [] });
  });

  it('plans no statement anew that it has planned on the connection before', async () => {
    // What follows from the writes before is not meant.
    await fixture.current();
    const [beginning] = await statementsOf(() => fixture.create('table', body('planned')));
    expect(beginning?.text).toMatch(
      /^START TRANSACTION; (?:SET LOCAL [^;]+; )*SET LOCAL plan_cache_mode = force_generic_plan(?:;|$)/,
    );
  });
});

const isUnnamed = ({ name }: SentStatement): boolean => name === undefined;
