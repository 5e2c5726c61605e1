import { statementsOf, type SentStatement } from '../../support/recording-client';
import { SearchFixture } from './search.fixture';

const COLUMNS = Array.from({ length: 20 }, (_, i) => ({ name: `c${i}`, dataType: 'BIGINT' }));

/** Statements of a transaction that only begin it, end it or set a savepoint. */
const OF_TRANSACTIONS = /^(START TRANSACTION|COMMIT|savepoint \w+)$/;

describe('a write of one table of 20 columns, with its search document', () => {
  let fixture: SearchFixture;
  let databaseSchema: string;

  const body = (name: string, more: object = {}): object => ({
    ...{ name, databaseSchema, columns: COLUMNS, description: 'an egret' },
    ...more,
  });

  beforeAll(async () => {
    fixture = await SearchFixture.open();
    databaseSchema = (await fixture.make('databaseSchema')).fullyQualifiedName;
    // Words that the process knows to be in the dictionary take no statement of their own.
    for (const name of ['known', 'changed', 'patched'])
      for (const description of ['a heron', 'an egret', 'a heron', 'an egret'])
        await fixture.put('table', body(name, { description }));
  });
  afterAll(() => fixture?.close());

  const counted = async (work: () => Promise<unknown>): Promise<{ all: number; unnamed: string[] }> => {
    const sent = (await statementsOf(work)).filter(({ text }) => !OF_TRANSACTIONS.test(text));
    return { all: sent.length, unnamed: sent.filter(isUnnamed).map(({ text }) => text) };
  };

  // The marks of what the transaction touched are forgotten with the release of the savepoint, in one message.
  const forgotten = [expect.stringMatching(/^delete from search_mark .*; release savepoint search$/)];

  it('is created by nine statements, the new name in the dictionary included', async () => {
    const created = await counted(() => fixture.create('table', body('created')));
    expect(created).toEqual({ all: 9, unnamed: forgotten });
  });

  it('takes three where a PUT changes nothing', async () => {
    const unchanged = await counted(() => fixture.put('table', body('known')));
    expect(unchanged).toEqual({ all: 3, unnamed: [] });
  });

  it('takes nine where a PUT changes it', async () => {
    const changed = await counted(() => fixture.put('table', body('changed', { description: 'a heron' })));
    expect(changed).toEqual({ all: 9, unnamed: forgotten });
  });

  it('takes nine where a PATCH changes it: what it names already is not looked up', async () => {
    const operation = { op: 'replace', path: '/description', value: 'a heron' };
    const patched = await counted(() => fixture.patch('table', `${databaseSchema}.patched`, operation));
    expect(patched).toEqual({ all: 9, unnamed: forgotten });
  });
});

const isUnnamed = ({ name }: SentStatement): boolean => name === undefined;
