import { query } from '@app/database';
import { refreshStatistics, type DocumentSource } from '@app/search';
import { statementsOf } from '../../support/recording-client';
import { SearchFixture } from './search.fixture';
import { PATIENCE_MS } from '../../support/eventually';

/** What a search asks for beforehand where its statement cannot tell it. */
const ASKED_FIRST = 'search-queued';

describe('a search of a small catalog, whose statement tells whether rows are missing', () => {
  let fixture: SearchFixture;

  beforeEach(async () => {
    // Each search is done: what is kept asks nothing of the index.
    fixture = await SearchFixture.open({ cacheMegabytes: 0 });
  });
  afterEach(() => fixture?.close());

  /** Asks until a search for it does without asking beforehand, which is so when all is written and its word is known. */
  async function known(q: string): Promise<readonly string[]> {
    await fixture.current();
    await refreshStatistics(fixture.database);
    const { names } = await found(q, { until: ({ isAskedFirst }) => !isAskedFirst });
    return names;
  }

  interface Found {
    readonly names: readonly string[];
    readonly isAskedFirst: boolean;
  }

  async function found(q: string, { until = () => true }: { until?: (found: Found) => boolean } = {}): Promise<Found> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      let names: readonly string[] = [];
      const sent = await statementsOf(
        async () => (names = await fixture.found(q)),
        ({ name }) => name === ASKED_FIRST,
      );
      const now = { names, isAskedFirst: sent.length > 0 };
      if (until(now)) return now;
      if (Date.now() > deadline) throw new Error(`a search for ${q} does not come to that: ${JSON.stringify(now)}`);
    }
  }

  it('shows what another process has written before it', async () => {
    const table = await fixture.make('table', { description: 'A heron' });
    expect(await known('heron')).toEqual([table.name]);
    await fixture.writeElsewhere(table.id, 'body = body || $2', { description: 'An egret' });
    expect((await found('heron')).names).toEqual([]);
    expect((await found('egret')).names).toEqual([table.name]);
  });

  it('shows what a change elsewhere changes in documents of others', async () => {
    const user = await fixture.make('user');
    const table = await fixture.make('table', { description: 'A heron', owners: [{ id: user.id, type: 'user' }] });
    const ownedBy = (name: string): string => `heron AND owners.name:${name}`;
    expect(await known(ownedBy(user.name))).toEqual([table.name]);
    await fixture.writeElsewhere(user.id, 'name = $2', 'renamed_elsewhere');
    expect((await found(ownedBy(user.name))).names).toEqual([]);
    expect((await found(ownedBy('renamed_elsewhere'))).names).toEqual([table.name]);
  });

  it('is answered by the rows that there are while they cannot be written, and by the right ones afterwards', async () => {
    const table = await fixture.make('table', { description: 'A heron' });
    expect(await known('heron')).toEqual([table.name]);
    const { source } = fixture.backend as unknown as { source: DocumentSource };
    const reading = jest.spyOn(source, 'of').mockImplementation((tx) => query(tx, 'select 1 / 0'));
    await fixture.writeElsewhere(table.id, 'body = body || $2', { description: 'An egret' });
    expect((await found('heron')).names).toEqual([table.name]);
    expect(reading).toHaveBeenCalled();
    reading.mockRestore();
    await found('heron', { until: ({ names }) => names.length === 0 });
    expect((await found('egret')).names).toEqual([table.name]);
  });
});
