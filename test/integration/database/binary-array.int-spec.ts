import {
  bigintArray,
  binaryArray,
  booleanArray,
  float8Array,
  integerArray,
  jsonbArray,
  uuidArray,
} from '@app/database';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

const ID = '6f2ff53f-25a8-4f5c-9a0c-0d9b5c1f0a11';

describe('arrays in binary', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const read = async (type: string, sent: Buffer): Promise<unknown> => {
    const text = `select to_json($1::${type}[]) as read, coalesce(array_lower($1::${type}[], 1), 1) as first`;
    const { rows } = await client.query<{ read: unknown; first: number }>(text, [sent]);
    expect(rows[0]?.first).toBe(1);
    return rows[0]?.read;
  };

  it.each<[string, Buffer, unknown]>([
    ['text', binaryArray('text', ['a', null, '', 'é "{,}\\ 😀']), ['a', null, '', 'é "{,}\\ 😀']],
    ['text', binaryArray('text', []), []],
    ['text', binaryArray('text', [null]), [null]],
    ['bytea', binaryArray('bytea', [Uint8Array.of(0, 255), null]), ['\\x00ff', null]],
    ['jsonb', jsonbArray(['{"b": ["é\\n", 1.50], "a": null}', null, '"x"']), [{ a: null, b: ['é\n', 1.5] }, null, 'x']],
    ['jsonb', jsonbArray([]), []],
    ['boolean', booleanArray([true, false]), [true, false]],
    ['integer', integerArray([-1, null, 2_147_483_647]), [-1, null, 2_147_483_647]],
    ['bigint', bigintArray(['-9007199254740991', 7]), [-9_007_199_254_740_991, 7]],
    ['float8', float8Array([1.5, null, -0.1]), [1.5, null, -0.1]],
    ['uuid', uuidArray([ID, ID.toUpperCase()]), [ID, ID]],
    ['uuid', uuidArray([]), []],
  ])('of %s are received as they were sent (%#)', async (type, sent, expected) => {
    expect(await read(type, sent)).toEqual(expected);
  });

  it('of jsonb refuse what is no JSON', async () => {
    await expect(read('jsonb', jsonbArray(['{}', '{"a"}']))).rejects.toMatchObject({ code: '22P02' });
  });
});
