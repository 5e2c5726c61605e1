import { assetColumns, type ContractColumn } from '@app/contracts';
import fc from 'fast-check';
import { COLUMN_DATA_TYPES } from '../../../libs/catalog/src/definition/closed-lists';
import { diffContracts } from '../../../libs/contracts/src/registry/contract-diff';
import { checkSchema } from '../../../libs/validation/src/checks/schema-check';

/** Sizes that stand at and beside each other's limits. */
const SIZES: readonly Partial<ContractColumn>[] = [
  {},
  { dataLength: 1 },
  { dataLength: 10 },
  { dataLength: 80 },
  { precision: 5 },
  { precision: 5, scale: 0 },
  { precision: 12, scale: 2 },
  { precision: 12, scale: 4 },
  { scale: 2 },
];
const WORDS = [undefined, 'integer', 'number', 'string', 'timestamp', 'object', 'array'];

/** Types that are compared by their sizes; of the others one is enough to show that sizes do not count. */
const SIZED = [
  'DECIMAL',
  'NUMERIC',
  'MONEY',
  'CHAR',
  'VARCHAR',
  'STRING',
  'TEXT',
  'BINARY',
  'VARBINARY',
  'BLOB',
  'INT',
];

const EVERY_TYPE: readonly ContractColumn[] = COLUMN_DATA_TYPES.flatMap((dataType) =>
  (SIZED.includes(dataType) ? SIZES : [{}]).map((sizes) => ({ name: 'a', dataType, ...sizes })),
);

function gateRefuses(promised: ContractColumn, actual: ContractColumn): boolean {
  const changes = diffContracts({ schema: [{ ...promised }] }, { schema: [{ ...actual }] });
  return changes.some(({ compatibility }) => compatibility === 'breaking');
}

function validationFails(promised: ContractColumn, actual: ContractColumn): boolean {
  const asset = assetColumns('table', { columns: [actual] });
  if (!asset) throw new Error('a table has columns');
  return checkSchema({ contractColumns: [promised], asset }).failed > 0;
}

/** The change of a promise into what the asset has is breaking exactly where the asset fails the promise. */
describe('the gate and the validation agree', () => {
  it('for every pair of types', () => {
    const promises = EVERY_TYPE.flatMap((promised) =>
      EVERY_TYPE.filter((actual) => gateRefuses(promised, actual) !== validationFails(promised, actual)).map(
        (actual) => [promised, actual],
      ),
    );
    expect(promises).toEqual([]);
  });

  it('for lists, and for types that are known by their family alone', () => {
    const column = fc
      .record({
        type: fc.constantFrom(...EVERY_TYPE, ...SIZES.map(() => ({ name: 'a', dataType: 'ARRAY' }))),
        arrayDataType: fc.option(fc.constantFrom(...COLUMN_DATA_TYPES), { nil: undefined }),
        logicalType: fc.constantFrom(...WORDS),
        itemType: fc.constantFrom(...WORDS),
      })
      .map(({ type, arrayDataType, logicalType, itemType }): ContractColumn => ({
        ...type,
        ...(arrayDataType && { arrayDataType }),
        extension: { ...(logicalType && { logicalType }), ...(itemType && { items: { logicalType: itemType } }) },
      }));
    fc.assert(
      fc.property(column, column, (promised, actual) => {
        expect(validationFails(promised, actual)).toBe(gateRefuses(promised, actual));
      }),
      { numRuns: 5000 },
    );
  });
});
