import type { Transaction } from '@app/database';
import { SubtreeStore } from './subtree-store';

const WIDE = 200_000;

/** Answers each statement with the next rows. */
function answering(...answers: readonly (readonly object[])[]): Transaction {
  const left = [...answers];
  const client = { sendTogether: () => undefined, query: () => Promise.resolve({ rows: left.shift() }) };
  return { queryRunner: { isReleased: false, connect: () => Promise.resolve(client) } } as unknown as Transaction;
}

it('a level of 200,000 rows', async () => {
  const level = Array.from({ length: WIDE }, (_, at) => ({ node: String(at), type: 'table' }));
  const tx = answering([{ node: 'top', type: 'databaseSchema' }], level, []);
  const nodes = await new SubtreeStore().lockAll(tx, 'top');
  expect(nodes.get('table')).toHaveLength(WIDE);
});
