import fc from 'fast-check';
import type { ContractColumn, ContractDocument } from '../document/contract-document';
import type { Change } from '../promises/change';
import { checkCompatibility, diffContracts } from '../registry/contract-diff';

const TYPES = [
  'TINYINT',
  'INT',
  'BIGINT',
  'UINT',
  'VARCHAR',
  'CHAR',
  'STRING',
  'DECIMAL',
  'DOUBLE',
  'DATE',
  'TIMESTAMP',
  'STRUCT',
  'UUID',
];
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'dataType', 'constructor');

const { column } = fc.letrec<{ column: ContractColumn }>((tie) => ({
  column: fc.record(
    {
      name,
      dataType: fc.constantFrom(...TYPES),
      dataLength: fc.integer({ min: 1, max: 3 }),
      precision: fc.integer({ min: 5, max: 7 }),
      scale: fc.integer({ min: 0, max: 2 }),
      constraint: fc.constantFrom('NULL', 'NOT_NULL', 'UNIQUE', 'PRIMARY_KEY'),
      description: fc.constantFrom('x', 'y'),
      children: fc.oneof(
        { maxDepth: 2 },
        fc.constant([]),
        fc.uniqueArray(tie('column'), { selector: (c) => c.name, maxLength: 3 }),
      ),
    },
    { requiredKeys: ['name', 'dataType'] },
  ) as fc.Arbitrary<ContractColumn>,
}));

const policy = fc.record({
  accessPolicy: fc.constantFrom('p', 'q'),
  identities: fc.subarray(['x', 'y', 'z']),
  rowFilters: fc.array(fc.record({ columnName: fc.constantFrom('c', 'd'), values: fc.subarray(['1', '2']) }), {
    maxLength: 2,
  }),
});

const contract = fc.record(
  {
    schema: fc.uniqueArray(column, { selector: (c) => c.name, maxLength: 4 }),
    semantics: fc.uniqueArray(
      fc.record(
        { name, rule: fc.constantFrom<unknown>({ '==': [1, 1] }, '{"==":[1,1]}', false), enabled: fc.boolean() },
        { requiredKeys: ['name'] },
      ),
      { selector: (rule) => rule.name, maxLength: 3 },
    ),
    qualityExpectations: fc.subarray([{ id: '1' }, { id: '2', fullyQualifiedName: 't.c' }]),
    sla: fc.record(
      {
        refreshFrequency: fc.constantFrom('P1D', 'PT24H', { interval: 2, unit: 'day' }),
        retention: fc.constantFrom('P1Y', 'P12M', 'P30D'),
        availability: fc.constantFrom(0, 99, 99.9),
        availabilityTime: fc.constantFrom('09:00', '09:00 Europe/Berlin', '08:00Z'),
        timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
      },
      { requiredKeys: [] },
    ),
    security: fc.record(
      { dataClassification: fc.constantFrom('Public', 'PII', 'odd'), policies: fc.array(policy, { maxLength: 3 }) },
      { requiredKeys: [] },
    ),
    termsOfUse: optional(fc.constantFrom('t', 'u')),
    entityStatus: fc.constantFrom('Draft', 'Active'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ContractDocument>;

const everything: ContractDocument = {
  schema: [{ name: 'a', dataType: 'INT', constraint: 'PRIMARY_KEY' }],
  semantics: [{ name: 'r', rule: true }],
  sla: { maxLatency: 'P1D' },
};

const breaks = (a: ContractDocument, b: ContractDocument): boolean =>
  diffContracts(a, b).some(({ compatibility }) => compatibility === 'breaking');

describe('properties of the diff', () => {
  const both = (check: (before: ContractDocument, after: ContractDocument) => void) =>
    fc.assert(fc.property(contract, contract, check), { numRuns: 300 });

  it('nothing changes from a contract to itself, or to a copy', () => {
    fc.assert(fc.property(contract, (x) => expect(diffContracts(x, structuredClone(x))).toEqual([])));
  });

  it('forward is backward of the exchanged pair', () => {
    both((a, b) => expect(checkCompatibility(a, b, 'forward')).toEqual(checkCompatibility(b, a, 'backward')));
  });

  it('full is both', () => {
    both((a, b) => {
      const { compatible } = checkCompatibility(a, b, 'full');
      const backward = checkCompatibility(a, b, 'backward').compatible;
      expect(compatible).toBe(backward && checkCompatibility(a, b, 'forward').compatible);
    });
  });

  it('none takes everything, and tells it', () => {
    both((a, b) =>
      expect(checkCompatibility(a, b, 'none')).toEqual({ compatible: true, changes: diffContracts(a, b) }),
    );
  });

  it('of the other way full tells only what breaks', () => {
    both((a, b) => {
      const there = checkCompatibility(a, b, 'backward').changes;
      const back = checkCompatibility(a, b, 'full').changes.slice(there.length);
      expect(back.every(({ compatibility }) => compatibility === 'breaking')).toBe(true);
    });
  });

  it('backward is what is not breaking', () => {
    both((a, b) => expect(checkCompatibility(a, b, 'backward').compatible).toBe(!breaks(a, b)));
  });

  it('what is found one way is found the other way', () => {
    both((a, b) => expect(diffContracts(a, b).length > 0).toBe(diffContracts(b, a).length > 0));
  });

  it('each change has its own place, but for a rename and what goes with it', () => {
    const place = ({ path, reason }: Change) => `${path} ${reason}`;
    both((a, b) => {
      const places = diffContracts(a, b).map(place);
      expect(new Set(places).size).toBe(places.length);
    });
  });

  it('a column added to any contract breaks nothing but a key that it joins', () => {
    const plain = column.map(({ constraint: _, ...rest }) => ({ ...rest, name: 'new' }) as ContractColumn);
    fc.assert(
      fc.property(contract, plain, (x, added) => {
        expect(breaks(x, { ...x, schema: [...(x.schema ?? []), added] })).toBe(false);
      }),
    );
  });

  it('a column removed from any contract breaks it', () => {
    fc.assert(
      fc.property(contract, column, (x, gone) => {
        const columns = (x.schema ?? []).filter((other) => other.name !== gone.name);
        expect(breaks({ ...x, schema: [...columns, gone] }, { ...x, schema: columns })).toBe(true);
      }),
    );
  });
});

describe('modes by example', () => {
  const wider: ContractDocument = {
    ...everything,
    schema: [{ name: 'a', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' }],
  };

  it.each([
    ['backward', true],
    ['forward', false],
    ['full', false],
    ['none', true],
  ] as const)('a widened type under %s: %s', (mode, compatible) => {
    expect(checkCompatibility(everything, wider, mode).compatible).toBe(compatible);
  });

  it('full tells the changes, and what breaks the other way', () => {
    const { changes } = checkCompatibility(everything, wider, 'full');
    expect(changes.map(({ from, to, compatibility }) => [from, to, compatibility])).toEqual([
      ['INT', 'BIGINT', 'compatible'],
      ['BIGINT', 'INT', 'breaking'],
    ]);
  });
});
