import type { ReadEntity, SchemaOfTables } from './read-entity';
import { jsonTables } from './json-tables';

async function read(sent: unknown, databaseSchema?: SchemaOfTables): Promise<ReadEntity[]> {
  const tables: ReadEntity[] = [];
  for await (const table of jsonTables(sent, databaseSchema)) tables.push(table);
  return tables;
}

describe('jsonTables', () => {
  it('takes the list alone, and the list of an export', async () => {
    const sent = [{ name: 'orders', databaseSchema: 's.d.p' }];
    expect((await read(sent)).map(({ name }) => name)).toEqual(['s.d.p.orders']);
    expect(await read({ tables: sent })).toHaveLength(1);
  });

  it.each([
    [true, ['s.d.q.orders', 's.d.q.items']],
    [false, ['s.d.p.orders', 's.d.q.items']],
  ])('gives them the schema, all of them: %s', async (isForAll, expected) => {
    const sent = [{ name: 'orders', databaseSchema: 's.d.p' }, { name: 'items' }];
    expect((await read(sent, { fqn: 's.d.q', isForAll })).map(({ name }) => name)).toEqual(expected);
  });

  it.each([undefined, {}, { tables: {} }, { tables: [], others: 1 }, 'tables'])('refuses %j', async (sent) => {
    await expect(read(sent)).rejects.toThrow('The body must be CSV');
  });

  it('refuses more than 100,000 tables before it reads the first', async () => {
    const numbers = Array<number>(100_001).fill(0.1);
    await expect(read(numbers)).rejects.toThrow('The body has 100001 tables; at most 100000 can be sent at once');
    await expect(read({ tables: numbers })).rejects.toThrow('100001 tables');
  });
});
