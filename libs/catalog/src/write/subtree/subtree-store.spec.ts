/** @jest-environment node */
import type * as DatabaseModule from '@app/database';
import { query, type Transaction } from '@app/database';
import { SubtreeStore } from './subtree-store';

jest.mock('@app/database', () => ({ ...jest.requireActual<typeof DatabaseModule>('@app/database'), query: jest.fn() }));

const WIDE = 200_000;

it('a level of 200,000 rows', async () => {
  const level = Array.from({ length: WIDE }, (_, at) => ({ node: String(at), type: 'table' }));
  jest
    .mocked(query)
    .mockResolvedValueOnce([{ node: 'top', type: 'databaseSchema' }])
    .mockResolvedValueOnce(level)
    .mockResolvedValueOnce([]);
  const nodes = await new SubtreeStore().lockAll({} as Transaction, 'top');
  expect(nodes.get('table')).toHaveLength(WIDE);
});
