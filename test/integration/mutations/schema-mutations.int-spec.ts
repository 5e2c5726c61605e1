import { assetColumns } from '@app/contracts';
import { checkSchema } from '../../../libs/validation/src/checks/schema-check';
import { missingOmop, omopTables } from '../../e2e/omop/omop-tables';
import { itUnless } from '../../support/unless-refused';
import { dice, MUTATIONS, mutate, mutateInside, type Column } from './schema-mutations';

const CHANGES = 5_000;
const STRICT = { types: 'exact', extraColumns: 'forbid', order: 'same' } as const;

/** A schema with what the real ones lack: columns in columns, and one of a column alone. */
const OWN: readonly (readonly Column[])[] = [
  [
    { name: 'id', dataType: 'INT', constraint: 'PRIMARY_KEY' },
    { name: 'code', dataType: 'VARCHAR', dataLength: 20, constraint: 'UNIQUE' },
    {
      name: 'address',
      dataType: 'STRUCT',
      children: [
        { name: 'street', dataType: 'VARCHAR', dataLength: 80, constraint: 'NOT_NULL' },
        { name: 'city', dataType: 'TEXT' },
        {
          name: 'place',
          dataType: 'STRUCT',
          children: [
            { name: 'latitude', dataType: 'FLOAT' },
            { name: 'longitude', dataType: 'FLOAT' },
            { name: 'seen on', dataType: 'DATE' },
          ],
        },
        { name: 'since', dataType: 'DATETIME' },
      ],
    },
    { name: 'amount', dataType: 'FLOAT' },
  ],
  [{ name: 'only', dataType: 'TEXT', constraint: 'NOT_NULL' }],
];

/** NULL asks for nothing, so taking it away is no change. */
function realSchemas(): Column[][] {
  return omopTables().map(({ columns }) =>
    columns.map(({ name, dataType, dataLength, constraint }) => ({
      name,
      dataType,
      ...(dataLength === undefined ? {} : { dataLength }),
      ...(constraint && constraint !== 'NULL' ? { constraint } : {}),
    })),
  );
}

function failedFields(contract: readonly Column[], asset: readonly Column[], policy?: typeof STRICT): string[] {
  const columns = assetColumns('table', { columns: asset })!;
  return checkSchema({ contractColumns: contract, asset: columns, ...(policy ? { policy } : {}) }).failedFields;
}

const sorted = (names: readonly string[]): string[] => [...names].sort();

/** Each change, and how often it was made. */
function flagEach(schemas: readonly (readonly Column[])[], change: typeof mutate): Map<string, number> {
  const roll = dice(20_260_101);
  const made = new Map<string, number>();
  for (let i = 0; i < CHANGES; i++) {
    const contract = schemas[roll(schemas.length)]!;
    const { kind, columns, strictly, leniently } = change(contract, roll);
    made.set(kind, (made.get(kind) ?? 0) + 1);
    const seen = [failedFields(contract, columns, STRICT), failedFields(contract, columns)].map(sorted);
    const expected = [strictly, leniently].map(sorted);
    // One assertion for all of it: 5,000 of Jest's take longer than the check.
    if (JSON.stringify(seen) !== JSON.stringify(expected))
      expect({ kind, columns, seen }).toEqual({ kind, columns, seen: expected });
  }
  return made;
}

function isAllDone(made: ReadonlyMap<string, number>): void {
  expect([...made.keys()].sort()).toEqual(Object.keys(MUTATIONS).sort());
  expect([...made.values()].reduce((sum, n) => sum + n, 0)).toBe(CHANGES);
}

describe('a schema that was changed', () => {
  it(`is flagged exactly where it was changed, ${CHANGES} times on the top`, () => isAllDone(flagEach(OWN, mutate)));

  it(`is flagged exactly where it was changed, ${CHANGES} times inside a column`, () =>
    isAllDone(flagEach(OWN, mutateInside)));

  it('is not flagged where it is what the contract says', () => {
    for (const schema of OWN)
      expect([failedFields(schema, schema, STRICT), failedFields(schema, schema)]).toEqual([[], []]);
  });

  itUnless(missingOmop, `is flagged exactly there in the tables of the OMOP data model, ${CHANGES} times`, () => {
    const schemas = realSchemas();
    expect(schemas).toHaveLength(39);
    isAllDone(flagEach(schemas, mutate));
    for (const schema of schemas)
      expect([failedFields(schema, schema, STRICT), failedFields(schema, schema)]).toEqual([[], []]);
  });
});
