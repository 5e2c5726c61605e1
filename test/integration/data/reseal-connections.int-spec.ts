import { randomBytes } from 'node:crypto';
import { ConnectionBox, SecretBox } from '@app/auth';
import { resealConnections } from '@app/data';
import type { Database } from '@app/database';
import { CatalogFixture } from '../catalog/catalog.fixture';

const SERVICES = 5;
const key = (): SecretBox => new SecretBox(randomBytes(32));

describe('connections that are sealed anew', () => {
  let catalog: CatalogFixture;
  const [old, now, strange] = [key(), key(), key()];
  const [before, box] = [new ConnectionBox(old), new ConnectionBox(now)];

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    for (let at = 0; at < SERVICES; at++)
      await catalog.make('databaseService', { name: `s${at}`, connection: { config: { password: 'x' } } });
  });
  beforeEach(async () => {
    await catalog.database.query('delete from data_run');
    await seal(() => old);
  });
  afterAll(() => catalog.close());

  const rows = () =>
    catalog.database.query<{ name: string; sealed: Buffer }>(
      'select e.name, c.sealed from service_connection c join entity e using (node) order by e.name',
    );
  async function seal(boxOf: (name: string) => SecretBox): Promise<void> {
    for (const { name } of await rows())
      await catalog.database.query(
        'update service_connection set sealed = $2 where node = (select node from entity where name = $1)',
        [name, boxOf(name).seal(`secret of ${name}`)],
      );
  }
  const opened = async (by: ConnectionBox) => (await rows()).map(({ sealed }) => by.open(sealed));
  const all = Array.from({ length: SERVICES }, (_, at) => `secret of s${at}`);
  const reseal = (database: Pick<Database, 'query'> = catalog.database) => resealConnections(database, box, before, 2);

  it('have the new key, all of them, and the tests that wait with them', async () => {
    const run = (status: string, sealed: Buffer | null) =>
      catalog.database.query(
        `insert into data_run (id, kind, status, sealed, trigger, requested_by, timestamp)
         values (gen_random_uuid(), 'connectionTest', $1, $2, 'manual', 'ann', 0)`,
        [status, sealed],
      );
    await run('Queued', old.seal('a test'));
    await run('Success', null);
    expect(await reseal()).toEqual({ resealed: SERVICES + 1, current: 0, left: [] });
    expect(await opened(box)).toEqual(all);
    const [{ sealed } = {}] = await catalog.database.query<{ sealed: Buffer }>(
      `select sealed from data_run where status = 'Queued'`,
    );
    expect(box.open(sealed!)).toBe('a test');
    expect(await reseal()).toEqual({ resealed: 0, current: SERVICES + 1, left: [] });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('go on where they were cut off, after statement %i', async (cut) => {
    let left = cut;
    const dying: Pick<Database, 'query'> = {
      query: async (...asked) => {
        if (left-- <= 0) throw new Error('killed');
        return catalog.database.query(...asked);
      },
    };
    const isCut = await reseal(dying).then(
      () => false,
      () => true,
    );
    expect(isCut).toBe(true);
    // At any moment each is opened by one of both keys.
    expect(await opened(new ConnectionBox(now, [old]))).toEqual(all);
    const done = await reseal();
    expect([done.resealed + done.current, done.left]).toEqual([SERVICES, []]);
    expect(await opened(box)).toEqual(all);
  });

  it('are left where no key opens them, and named', async () => {
    await seal((name) => (name === 's1' ? strange : old));
    expect(await reseal()).toEqual({ resealed: SERVICES - 1, current: 0, left: ['s1'] });
    expect((await opened(new ConnectionBox(strange)))[1]).toBe('secret of s1');
    expect(await resealConnections(catalog.database, box, new ConnectionBox(key()))).toEqual({
      ...{ resealed: 0, current: SERVICES - 1, left: ['s1'] },
    });
  });

  it('that somebody writes meanwhile keep what was written, sealed anew as well', async () => {
    let isWritten = false;
    const busy: Pick<Database, 'query'> = {
      query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
        if (/update service_connection/.test(text) && !isWritten) {
          isWritten = true;
          await catalog.database.query(
            `update service_connection set sealed = $1 where node = (select node from entity where name = 's0')`,
            [old.seal('another secret')],
          );
        }
        return catalog.database.query<Row>(text, values);
      },
    };
    expect(await reseal(busy)).toEqual({ resealed: SERVICES, current: 0, left: [] });
    expect(await opened(box)).toEqual(['another secret', ...all.slice(1)]);
  });
});
