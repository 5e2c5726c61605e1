import type { Database, Transaction } from '@app/database';
import type { MissingEntities } from '../dbt/write/missing-entities';
import type { KnownName, NameRepository } from '../naming/name.repository';
import type { NamePublisher } from '../publish/name-publisher';
import { ShownTables } from './shown-tables';

it('a dataset has a table also where another process has made it meanwhile', async () => {
  const found = [{ key: 'made', asset: { node: '1' } }, { key: 'open' }] as KnownName[];
  const names = { toMake: () => Promise.resolve([]), find: () => Promise.resolve(found) };
  const database = { readTransaction: (work: (tx: Transaction) => unknown) => work({} as Transaction) };
  const tables = new ShownTables(
    database as unknown as Database,
    names as unknown as NameRepository,
    {} as NamePublisher,
    {} as MissingEntities,
  );
  expect(await tables.make(['made', 'open'])).toEqual(new Set(['made']));
});
