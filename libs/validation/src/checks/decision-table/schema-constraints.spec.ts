import { DEFAULT_SCHEMA_POLICY } from '@app/contracts';
import { checkSchema } from '../schema-check';
import type { Row } from './schema-case';
import { asset, column, key, struct, toCase, unique } from './schema-case';

const CONSTRAINTS: Row[] = [
  ['NOT_NULL by the column', [column('a INT NOT_NULL')], asset([column('a INT NOT_NULL')]), 1, []],
  ['NOT_NULL that is not promised', [column('a INT NOT_NULL')], asset([column('a INT')]), 1, ['a']],
  ['NOT_NULL of a nullable column', [column('a INT NOT_NULL')], asset([column('a INT NULL')]), 1, ['a']],
  ['NOT_NULL is implied by PRIMARY_KEY', [column('a INT NOT_NULL')], asset([column('a INT PRIMARY_KEY')]), 1, []],
  ['NOT_NULL is not implied by UNIQUE', [column('a INT NOT_NULL')], asset([column('a INT UNIQUE')]), 1, ['a']],
  ['NOT_NULL by a key of the table', [column('a INT NOT_NULL')], asset([column('a INT')], [key('a')]), 1, []],
  [
    'NOT_NULL by a composite key',
    [column('a INT NOT_NULL'), column('b INT NOT_NULL')],
    asset([column('a INT'), column('b INT')], [key('a', 'b')]),
    2,
    [],
  ],
  ['UNIQUE by the column', [column('a INT UNIQUE')], asset([column('a INT UNIQUE')]), 1, []],
  ['UNIQUE by the table', [column('a INT UNIQUE')], asset([column('a INT')], [unique('a')]), 1, []],
  ['UNIQUE that is not promised', [column('a INT UNIQUE')], asset([column('a INT NOT_NULL')]), 1, ['a']],
  [
    'UNIQUE over several columns is none of one',
    [column('a INT UNIQUE')],
    asset([column('a INT'), column('b INT')], [unique('a', 'b')]),
    1,
    ['a'],
  ],
  ['UNIQUE is implied by a key of one column', [column('a INT UNIQUE')], asset([column('a INT PRIMARY_KEY')]), 1, []],
  ['UNIQUE by a table key of one column', [column('a INT UNIQUE')], asset([column('a INT')], [key('a')]), 1, []],
  [
    'UNIQUE is not implied by a composite table key',
    [column('a INT UNIQUE')],
    asset([column('a INT'), column('b INT')], [key('a', 'b')]),
    1,
    ['a'],
  ],
  [
    'UNIQUE is not implied by a key that two columns carry',
    [column('a INT UNIQUE')],
    asset([column('a INT PRIMARY_KEY'), column('b INT PRIMARY_KEY')]),
    1,
    ['a'],
  ],
  [
    'a key named by column and by table is one column',
    [column('a INT UNIQUE')],
    asset([column('a INT PRIMARY_KEY')], [key('a')]),
    1,
    [],
  ],
  [
    'a table key that names FQNs is one column',
    [column('a INT UNIQUE'), column('a2 INT')],
    asset([{ ...column('a INT PRIMARY_KEY'), fullyQualifiedName: 's.d.p.t.a' }, column('a2 INT')], [key('s.d.p.t.a')]),
    2,
    [],
  ],
  ['PRIMARY_KEY by the column', [column('a INT PRIMARY_KEY')], asset([column('a INT PRIMARY_KEY')]), 1, []],
  ['PRIMARY_KEY by the table', [column('a INT PRIMARY_KEY')], asset([column('a INT')], [key('a')]), 1, []],
  [
    'each column of a composite key is one',
    [column('a INT PRIMARY_KEY'), column('b INT PRIMARY_KEY')],
    asset([column('a INT'), column('b INT')], [key('a', 'b')]),
    2,
    [],
  ],
  ['PRIMARY_KEY is more than UNIQUE', [column('a INT PRIMARY_KEY')], asset([column('a INT UNIQUE')]), 1, ['a']],
  [
    'PRIMARY_KEY is more than UNIQUE and NOT_NULL',
    [column('a INT PRIMARY_KEY')],
    asset([column('a INT NOT_NULL')], [unique('a')]),
    1,
    ['a'],
  ],
  ['the key is another column', [column('a INT PRIMARY_KEY')], asset([column('a INT')], [key('b')]), 1, ['a']],
  [
    'a foreign key is no key',
    [column('a INT PRIMARY_KEY')],
    asset([column('a INT')], [{ constraintType: 'FOREIGN_KEY', columns: ['a'] }]),
    1,
    ['a'],
  ],
  ['NULL asks for nothing', [column('a INT NULL')], asset([column('a INT NOT_NULL')]), 1, []],
  [
    'the key of a nested column by path',
    [struct('s', column('a INT PRIMARY_KEY'))],
    asset([struct('s', column('a INT'))], [key('s.a')]),
    2,
    [],
  ],
  [
    'a top-level key is not that of a nested column of the name',
    [struct('s', column('a INT PRIMARY_KEY'))],
    asset([struct('s', column('a INT')), column('a INT')], [key('a')]),
    2,
    ['s.a'],
  ],
  ['a wrong type and a missing constraint count once', [column('a INT UNIQUE')], asset([column('a DATE')]), 1, ['a']],
];

const forbid = { extraColumns: 'forbid' } as const;
const same = { order: 'same' } as const;
const abc = [column('a INT'), column('b INT'), column('c INT')];

const POLICIES: Row[] = [
  ['no extra', [column('a INT')], asset([column('a INT')]), 1, [], forbid],
  ['one extra is counted', [column('a INT')], asset([column('a INT'), column('b INT')]), 2, ['b'], forbid],
  ['an extra and a missing one', [column('a INT')], asset([column('b INT')]), 2, ['a', 'b'], forbid],
  [
    'an extra with children is one',
    [column('a INT')],
    asset([column('a INT'), struct('s', column('x INT'))]),
    2,
    ['s'],
    forbid,
  ],
  [
    'a nested extra where the contract lists children',
    [struct('s', column('a INT'))],
    asset([struct('s', column('a INT'), column('b INT'))]),
    3,
    ['s.b'],
    forbid,
  ],
  [
    'what is inside a column of which the contract says nothing is no extra',
    [column('s STRUCT')],
    asset([struct('s', column('a INT'))]),
    1,
    [],
    forbid,
  ],
  ['a name with a dot as an extra', [], asset([column('a.b INT')]), 1, ['"a.b"'], forbid],
  ['an extra that stands twice is one', [], asset([column('b INT'), column('b INT')]), 1, ['b'], forbid],
  ['order ignored by default', abc, asset([...abc].reverse()), 3, []],
  ['the same order', abc, asset(abc), 3, [], same],
  ['two changed places', abc, asset([column('b INT'), column('a INT'), column('c INT')]), 3, ['a', 'b'], same],
  [
    'an extra between does not shift',
    abc,
    asset([column('a INT'), column('x INT'), column('b INT'), column('c INT')]),
    3,
    [],
    same,
  ],
  ['a missing one does not shift', abc, asset([column('a INT'), column('c INT')]), 3, ['b'], same],
  [
    'the last first: all are moved',
    abc,
    asset([column('c INT'), column('a INT'), column('b INT')]),
    3,
    ['a', 'b', 'c'],
    same,
  ],
  [
    'order among nested columns',
    [struct('s', ...abc)],
    asset([struct('s', column('a INT'), column('c INT'), column('b INT'))]),
    4,
    ['s.b', 's.c'],
    same,
  ],
  [
    'wrong type and out of place count once',
    [column('a INT'), column('b INT')],
    asset([column('b INT'), column('a DATE')]),
    2,
    ['a', 'b'],
    same,
  ],
  [
    'all policies at once',
    [column('a INT'), column('b INT')],
    asset([column('b INT'), column('a BIGINT'), column('c INT')]),
    3,
    ['a', 'b', 'c'],
    { ...forbid, ...same, types: 'exact' },
  ],
];

const ROWS = [...CONSTRAINTS, ...POLICIES];

describe('checkSchema: constraints and policies', () => {
  it.each(ROWS.map(toCase))('$title', ({ contractColumns, has, total, failedFields, policy }) => {
    const verdict = checkSchema({ contractColumns, asset: has, policy: { ...DEFAULT_SCHEMA_POLICY, ...policy } });
    expect(verdict).toMatchObject({
      total,
      failed: failedFields.length,
      passed: total - failedFields.length,
      failedFields,
    });
    expect(verdict.details.map(({ field }) => field)).toEqual(failedFields);
    expect(verdict.details.every(({ message }) => message.length > 0)).toBe(true);
  });
});
