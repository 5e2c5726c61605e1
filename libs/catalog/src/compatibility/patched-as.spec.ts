import { TimeSlice } from '@app/common';
import fc from 'fast-check';
import { entityTypes } from '../types/entity-types';
import type { PatchOperation } from '../document/patch/patch-operation';
import type { EntityDocument } from '../definition/entity-document';
import { patchedAs } from './patched-as';

const TABLE = entityTypes.get('table');
const NAME = 'orders';

const document = (): EntityDocument => ({
  ...{ id: '6f9619ff-8b86-4011-b42d-00c04fc964ff', name: NAME, fullyQualifiedName: 'a.b.c.orders', version: 0.1 },
  description: 'as it was',
  columns: [
    { name: 'a', dataType: 'STRUCT', tags: [], children: [{ name: 'b', dataType: 'INT' }] },
    { name: 'c', dataType: 'INT' },
  ],
  tableConstraints: [],
  owners: [],
});

const patched = async (operations: readonly PatchOperation[], compatible: boolean): Promise<unknown> =>
  patchedAs(TABLE, document(), operations, { compatible, slice: new TimeSlice() }).catch(
    (error: Error) => error.message,
  );

describe('a patch', () => {
  const value = fc.constantFrom<unknown>('another', null, [], [{ name: 'd', dataType: 'INT' }], {});
  const path = fc.constantFrom('/description', '/displayName', '/columns', '/tags', '/tableConstraints', '/none');
  const operation = fc.record({ op: fc.constantFrom('add', 'replace', 'remove'), path, value });
  const looksBelow: PatchOperation = { op: 'test', path: '/name', value: NAME };

  it('of members alone does what it does where the arrays below them are there, too', async () => {
    const check = async (operations: readonly PatchOperation[], compatible: boolean): Promise<void> =>
      expect(await patched(operations, compatible)).toEqual(await patched([...operations, looksBelow], compatible));
    await fc.assert(fc.asyncProperty(fc.array(operation, { maxLength: 4 }), fc.boolean(), check), { numRuns: 300 });
  });

  it('finds arrays that are absent, of the document and of its parts', async () => {
    const operations = ['/tags/-', '/columns/1/tags/-', '/columns/0/children/0/tags/-'].map((each) => ({
      ...{ op: 'add', path: each, value: { tagFQN: 'PII.None' } },
    }));
    const tags = [{ tagFQN: 'PII.None' }];
    expect(await patched(operations, false)).toEqual({
      ...document(),
      tags,
      columns: [
        { name: 'a', dataType: 'STRUCT', tags: [], children: [{ name: 'b', dataType: 'INT', tags }] },
        { name: 'c', dataType: 'INT', tags },
      ],
    });
  });
});
