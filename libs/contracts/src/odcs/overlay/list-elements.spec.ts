import { platformOf, relatePromises } from '@app/datatypes';
import fc from 'fast-check';
import type { ContractColumn } from '../../document/contract-document';
import type { Json } from '../../document/json';
import { statedPromises } from '../../registry/registry';
import { type ExportVersion, EXPORT_VERSIONS } from '../document/api-version';
import { mapDocument } from '../mapping/map-document';
import { conform } from '../strict/conform';
import { exportDocument } from './export-document';

const BASE = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'draft', name: 'n' };
const ASSET = { name: 'orders', columns: [] };

/** A physicalType with the logicalType that it is of; what is no known type has any. */
const TYPES: readonly (readonly [physicalType: string, logicalType: string])[] = [
  ...['int', 'bigint', 'smallint'].map((word) => [word, 'integer'] as const),
  ...['number', 'decimal', 'float', 'double'].map((word) => [word, 'number'] as const),
  ...['string', 'text', 'varchar', 'uuid'].map((word) => [word, 'string'] as const),
  ...(['boolean', 'date', 'time', 'timestamp'] as const).map((word) => [word, word] as const),
  ...(['integer', 'string', 'date'] as const).map((word) => ['something', word] as const),
];
const OPTIONS: Readonly<Record<string, Json>> = {
  string: { maxLength: 5 },
  integer: { minimum: 1 },
  number: { maximum: 3 },
};

/** Elements as a document says them: by the one type, by the other, by both, with options or without. */
const elements = fc
  .record({
    types: fc.constantFrom(...TYPES),
    said: fc.constantFrom('physicalType', 'logicalType', 'both', 'options'),
  })
  .map(({ types: [physicalType, logicalType], said }): Json => ({
    ...(said !== 'logicalType' && { physicalType }),
    ...(said !== 'physicalType' && { logicalType }),
    ...(said === 'options' && OPTIONS[logicalType] && { logicalTypeOptions: OPTIONS[logicalType] }),
  }));

function imported(sent: Json): ContractColumn {
  const { document } = conform(structuredClone(sent));
  const [object] = document.schema as Json[];
  const selected = object && { object, index: 0 };
  const { parts } = mapDocument(document as Json, {
    assetType: 'table',
    asset: ASSET,
    selected,
    checkRule: () => null,
  });
  return (parts.schema as ContractColumn[])[0]!;
}

const listOf = (items: Json): Json => ({
  ...BASE,
  schema: [{ name: 'orders', properties: [{ name: 'tags', logicalType: 'array', items }] }],
});

/** The column of a contract that was never a document, exported and imported again. */
const again = (column: ContractColumn, version?: ExportVersion): ContractColumn =>
  imported(exportDocument({ id: 'i', name: 'n', version: 0.1, schema: [column] }, 'orders', undefined, version));

const promisesOf = (column: ContractColumn): string[] =>
  statedPromises({ contract: { schema: [column] }, assetType: 'table' }).map(({ path }) => path);

describe('the elements of a list, after an export and an import', () => {
  it.each(EXPORT_VERSIONS)('promise the same as before, whichever of their types the document says (%s)', (version) => {
    fc.assert(
      fc.property(elements, (items) => {
        const column = imported(listOf(items));
        const back = again(column, version);
        expect(back).toMatchObject({ dataType: 'ARRAY', arrayDataType: column.arrayDataType });
        for (const [before, after] of [
          [column, back],
          [back, column],
        ] as const)
          expect(relatePromises(before, after, platformOf('Postgres')).loss).toBeUndefined();
        expect(promisesOf(back)).toEqual(promisesOf(column));
      }),
      { numRuns: 500 },
    );
  });

  it('are promised by their physicalType where that is known, also beside a logicalType', () => {
    const int = imported(listOf({ physicalType: 'int' }));
    expect(int).toMatchObject({ dataType: 'ARRAY', arrayDataType: 'INT' });
    expect(again(int)).toEqual(int);
    expect(imported(listOf({ physicalType: 'int', logicalType: 'integer' }))).toEqual(int);
    expect(imported(listOf({ physicalType: 'something', logicalType: 'integer' })).extension).toEqual({
      logicalType: 'array',
      items: { logicalType: 'integer' },
    });
  });
});
