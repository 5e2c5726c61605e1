import { badRequest } from '@app/common';
import { readArguments } from './sent-arguments';

const schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 25 },
    dryRun: { type: 'boolean' },
    type: { type: 'string', enum: ['table', 'query', 'searchIndex', 'databaseService', 'apiService', 'dataContract'] },
    names: { type: 'array', items: { type: 'string' } },
    patch: { type: 'array', items: { type: 'object' } },
    document: { type: 'object' },
    query: { type: 'string' },
  },
};
const readText = (text: string): Promise<unknown> =>
  text === '{' ? Promise.reject(badRequest('The body is not valid YAML: line 1')) : Promise.resolve({ read: text });
const read = (sent: unknown) => readArguments(schema, sent, readText);
const readJson = async (sent: unknown) =>
  (await readArguments(schema, sent, (text) => Promise.resolve(JSON.parse(text)))).values;

describe('arguments as models write them', () => {
  it.each([
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: ' 5 ' }, { limit: 5 }],
    [{ limit: 'five' }, { limit: 'five' }],
    [{ limit: null }, { limit: null }],
    [{ dryRun: 'True' }, { dryRun: true }],
    [{ dryRun: 'false' }, { dryRun: false }],
    [{ dryRun: 'no' }, { dryRun: 'no' }],
    [{ type: 'Table' }, { type: 'table' }],
    [{ type: 'tables' }, { type: 'table' }],
    [{ type: 'queries' }, { type: 'query' }],
    [{ type: 'search_indexes' }, { type: 'searchIndex' }],
    [{ type: 'contract' }, { type: 'dataContract' }],
    [{ type: 'service' }, { type: 'service' }],
    [{ type: 'tabel' }, { type: 'tabel' }],
    [{ type: '' }, { type: '' }],
    [{ names: 'orders' }, { names: ['orders'] }],
    [
      { query: 7, other: '5' },
      { query: 7, other: '5' },
    ],
    ['orders', 'orders'],
    [null, null],
  ])('reads %j', async (sent, values) => {
    expect(await read(sent)).toEqual({ values, notes: [] });
  });

  it('reads documents and lists that are written as texts', async () => {
    expect((await read({ document: 'a: 1' })).values).toEqual({ document: { read: 'a: 1' } });
    expect((await read({ patch: { op: 'remove' } })).values).toEqual({ patch: [{ op: 'remove' }] });
    expect(await readJson({ patch: '{"op":"remove"}' })).toEqual({ patch: [{ op: 'remove' }] });
    expect(await readJson({ patch: '[{"op":"remove"}]' })).toEqual({ patch: [{ op: 'remove' }] });
    expect(await readJson({ names: '["a","b"]' })).toEqual({ names: ['a', 'b'] });
    await expect(read({ document: '{' })).rejects.toThrow('document: the text is not valid YAML: line 1');
  });

  it('takes the nearest number that is allowed, and says so', async () => {
    expect(await read({ limit: '100' })).toEqual({
      values: { limit: 25 },
      notes: ['limit is from 1 to 25: 25 was taken, not 100'],
    });
    expect((await read({ limit: -3 })).values).toEqual({ limit: 1 });
  });
});
