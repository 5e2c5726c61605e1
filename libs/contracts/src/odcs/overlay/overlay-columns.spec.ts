import type { ContractColumn } from '../../document/contract-document';
import type { AssetColumn } from '../../document/asset-columns';
import { overlayColumns, withWrittenTypes } from './overlay-columns';

const column = (name: string, more: Partial<ContractColumn> = {}): ContractColumn => ({
  name,
  dataType: 'INT',
  ...more,
});
const element = () => ({
  name: 't',
  properties: [
    { name: 'a', logicalType: 'integer', physicalType: 'int4', primaryKey: true, required: true, tags: ['own'] },
    { name: 'b', logicalType: 'integer', physicalType: 'int8', unique: true, classification: 'public' },
  ],
});
const before = [column('a', { constraint: 'PRIMARY_KEY' }), column('b', { dataType: 'BIGINT', constraint: 'UNIQUE' })];
const [a, b] = before as [ContractColumn, ContractColumn];

function after(next: readonly ContractColumn[], from = before, laid: { properties: object[] } = element()): object[] {
  overlayColumns(laid, from, next);
  return laid.properties;
}

describe('overlayColumns', () => {
  const [first, second] = element().properties as [object, object];

  it.each<[string, ContractColumn[], object[]]>([
    ['nothing', [a, b], [first, second]],
    ['the order', [b, a], [second, first]],
    ['one less', [b], [second]],
    [
      'one more',
      [a, b, column('c', { dataType: 'VARCHAR', dataLength: 9, constraint: 'NOT_NULL', description: 'd' })],
      [
        first,
        second,
        { name: 'c', logicalType: 'string', physicalType: 'VARCHAR(9)', required: true, description: 'd' },
      ],
    ],
    ['a type', [a, { ...b, dataType: 'DATE' }], [first, { ...second, logicalType: 'date', physicalType: 'DATE' }]],
    ['a weaker constraint', [{ ...a, constraint: 'NOT_NULL' }, b], [{ ...first, primaryKey: false }, second]],
    [
      'a stronger constraint',
      [a, { ...b, constraint: 'PRIMARY_KEY' }],
      [
        { ...first, primaryKeyPosition: 1 },
        { ...second, primaryKey: true, unique: false, primaryKeyPosition: 2 },
      ],
    ],
    [
      'several constraints',
      [a, { ...b, constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] }],
      [first, { ...second, required: true }],
    ],
    ['a list', [{ ...a, extension: { enum: ['x'] } }, b], [{ ...first, enum: [{ value: 'x' }] }, second]],
    ['no constraint', [{ ...a, constraint: undefined }, b], [{ ...first, primaryKey: false, required: false }, second]],
    ['a display name', [{ ...a, displayName: 'A' }, b], [{ ...first, businessName: 'A' }, second]],
    [
      'a tag',
      [{ ...a, tags: [{ tagFQN: 'PII.Sensitive' }] }, b],
      [{ ...first, tags: ['own', 'PII.Sensitive'] }, second],
    ],
    [
      'children',
      [a, { ...b, dataType: 'STRUCT', children: [column('c')] }],
      [
        first,
        {
          ...second,
          logicalType: 'object',
          physicalType: 'STRUCT',
          properties: [{ name: 'c', logicalType: 'integer', physicalType: 'INT' }],
        },
      ],
    ],
    [
      'an array',
      [a, { ...b, dataType: 'ARRAY', arrayDataType: 'INT' }],
      [
        first,
        {
          ...second,
          logicalType: 'array',
          physicalType: 'ARRAY<INT>',
          items: { logicalType: 'integer', physicalType: 'INT' },
        },
      ],
    ],
  ])('lays over %s', (_what, next, expected) => {
    expect(after(next)).toEqual(expected);
  });

  it('numbers the columns of a key, behind those that have a position', () => {
    const laid = element();
    Object.assign(laid.properties[0]!, { primaryKeyPosition: 3 });
    const key: Partial<ContractColumn> = { constraint: 'PRIMARY_KEY' };
    const properties = after([column('c', key), a, { ...b, ...key }], before, laid) as {
      primaryKeyPosition?: number;
    }[];
    expect(properties.map(({ primaryKeyPosition }) => primaryKeyPosition)).toEqual([4, 3, 5]);
    const next = [column('c', key), a, { ...b, ...key }];
    const left = after([{ ...next[0]!, constraint: undefined }, a, next[2]!], next, laid) as typeof properties;
    expect(left.map(({ primaryKeyPosition }) => primaryKeyPosition)).toEqual([undefined, 3, 5]);
  });

  it('changes the fields of an array of objects inside its items', () => {
    const laid = {
      name: 't',
      properties: [
        { name: 'x', logicalType: 'array', items: { logicalType: 'object', properties: [{ name: 'k', note: 1 }] } },
      ],
    };
    const x = column('x', {
      dataType: 'ARRAY',
      arrayDataType: 'STRUCT',
      children: [column('k', { dataType: 'UNKNOWN' })],
    });
    const next = { ...x, children: [column('k', { dataType: 'UNKNOWN', description: 'd' })] };
    expect(after([next], [x], laid)).toEqual([
      {
        name: 'x',
        logicalType: 'array',
        items: { logicalType: 'object', properties: [{ name: 'k', note: 1, description: 'd' }] },
      },
    ]);
  });

  it('keeps elements that are no columns', () => {
    const laid = { name: 't', properties: [{ name: ' ' }, { name: 'a' }, { name: 'b' }] };
    expect(after([b], [column('a'), b], laid)).toEqual([{ name: 'b' }, { name: ' ' }]);
  });
});

describe('types as the source writes them', () => {
  const physical = (column: ContractColumn, ofAsset: object[] = []): unknown => {
    const laid: { properties: { physicalType?: string }[] } = { properties: [] };
    overlayColumns(laid, [], withWrittenTypes([column], ofAsset as AssetColumn[]));
    return laid.properties[0]?.physicalType;
  };

  it.each([
    ['FLOAT', 'real', {}, 'real'],
    ['BIGINT', 'int8', { dataLength: 1 }, 'int8'],
    ['NUMERIC', 'numeric(18,2)', { precision: 18, scale: 2 }, 'numeric(18,2)'],
    ['VARCHAR', 'character varying(18)', { dataLength: 18 }, 'character varying(18)'],
    // Of the asset, what says something else does not count.
    ['VARCHAR', 'varchar(20)', { dataLength: 18 }, 'VARCHAR(18)'],
    ['BIGINT', 'text', {}, 'BIGINT'],
    ['UNKNOWN', 'geometry(Point)', {}, 'UNKNOWN'],
    ['INT', 7, {}, 'INT'],
  ])('%s written %s', (dataType, dataTypeDisplay, more, expected) => {
    const own = column('a', { dataType, ...more, dataTypeDisplay } as ContractColumn);
    expect(physical(own)).toBe(typeof dataTypeDisplay === 'string' ? dataTypeDisplay : expected);
    expect(physical(column('a', { dataType, ...more }), [{ name: 'a', dataTypeDisplay }])).toBe(expected);
  });

  it('a logicalType alone has none, and goes out with its options', () => {
    const noted = { logicalType: 'timestamp', logicalTypeOptions: { timezone: true } };
    const laid: { properties: object[] } = { properties: [] };
    overlayColumns(laid, [], [column('a', { dataType: 'TIMESTAMP', extension: noted })]);
    expect(laid.properties).toEqual([{ name: 'a', ...noted }]);
  });

  it('a logicalType goes out as it came in, as long as the type is of it', () => {
    const written = (dataType: string, dataTypeDisplay: string): unknown => {
      const laid: { properties: object[] } = { properties: [] };
      overlayColumns(laid, [], [column('a', { dataType, dataTypeDisplay, extension: { logicalType: 'integer' } })]);
      return laid.properties[0];
    };
    expect(written('NUMBER', 'NUMBER(38,0)')).toEqual({
      ...{ name: 'a', logicalType: 'integer', physicalType: 'NUMBER(38,0)' },
    });
    expect(written('STRING', 'varchar')).toEqual({ name: 'a', logicalType: 'string', physicalType: 'varchar' });
  });

  it('come from the asset for children too, and not over what the contract says', () => {
    const ofAsset = [{ name: 'a', dataTypeDisplay: 'real', children: [{ name: 'b', dataTypeDisplay: 'int8' }] }];
    const bigint = column('b', { dataType: 'BIGINT' });
    const own = column('a', { dataTypeDisplay: 'float4', children: [bigint, column('c')] });
    expect(withWrittenTypes([own], ofAsset)).toEqual([
      { ...own, children: [{ ...bigint, dataTypeDisplay: 'int8' }, column('c')] },
    ]);
  });
});
