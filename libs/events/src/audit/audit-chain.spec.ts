import { createHash } from 'node:crypto';
import { BlockHash, canonicalLine, type BlockHead } from './audit-chain';
import type { HashedRow } from './audit-record';

const ROW: HashedRow = {
  position: '7',
  at: '1763612345000',
  outcome: 'done',
  operation: 'entityUpdated',
  entity_type: 'table',
  entity_id: '7d3f1e7a-5d64-4b0d-9a35-0a1a4a4f6c11',
  fqn: 'shop."a\nb".größe',
  previous_version: 1,
  version: 2,
  actor: 'ann',
  actor_id: null,
  address: '192.0.2.7',
  request_id: 'r1',
  route: 'PATCH /api/v1/tables/:id',
  hash_before: 'aa',
  hash_after: 'bb',
  change_hash: 'cc',
  result_hash: null,
  reason: null,
  count: null,
};
const HEAD: BlockHead = { number: '1', first: '7', last: '7', records: 1, previous: '' };
const hashOf = (head: BlockHead, ...rows: HashedRow[]): string =>
  rows.reduce((block, row) => block.add(row), new BlockHash(head)).end();

describe('the chain of the audit', () => {
  it('hashes a record as one line of JSON, whatever stands in it', () => {
    expect(canonicalLine(ROW)).toBe(
      '["7","1763612345000","done","entityUpdated","table","7d3f1e7a-5d64-4b0d-9a35-0a1a4a4f6c11","shop.\\"a\\nb\\".größe",1,2,' +
        '"ann",null,"192.0.2.7","r1","PATCH /api/v1/tables/:id","aa","bb","cc",null,null,null]\n',
    );
  });

  it('is SHA-256 of the head as a line and the records behind it, as any other program counts it', () => {
    const text = `["1","7","7",1,""]\n${canonicalLine(ROW)}`;
    expect(hashOf(HEAD, ROW)).toBe(createHash('sha256').update(Buffer.from(text, 'utf8')).digest('hex'));
  });

  it('changes with every value of a record', () => {
    const hashes = Object.keys(ROW).map((name) => {
      const value = ROW[name as keyof HashedRow];
      return hashOf(HEAD, { ...ROW, [name]: typeof value === 'number' ? value + 1 : `${value ?? ''}x` });
    });
    expect(new Set([...hashes, hashOf(HEAD, ROW)]).size).toBe(hashes.length + 1);
  });

  it('changes with every value of the head, so that a block fits behind one block only', () => {
    const heads = [{ number: '2' }, { first: '6' }, { last: '8' }, { records: 2 }, { previous: 'ff' }];
    const hashes = heads.map((other) => hashOf({ ...HEAD, ...other }, ROW));
    expect(new Set([...hashes, hashOf(HEAD, ROW)]).size).toBe(heads.length + 1);
  });

  it('does not take what stands in two values, or in two records, for the same in one', () => {
    expect(canonicalLine({ ...ROW, actor: 'ann","x' })).not.toBe(
      canonicalLine({ ...ROW, actor: 'ann', actor_id: 'x' }),
    );
    expect(hashOf(HEAD, ROW, { ...ROW, position: '8' })).not.toBe(hashOf(HEAD, { ...ROW, position: '8' }, ROW));
  });
});
