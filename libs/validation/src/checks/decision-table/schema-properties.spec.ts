import fc from 'fast-check';
import { childPath, type AssetColumn, type SchemaPolicy } from '@app/contracts';
import { checkSchema } from '../schema-check';

const STRICT: SchemaPolicy = { types: 'exact', extraColumns: 'forbid', order: 'same' };
const TYPES = ['INT', 'STRING', 'DECIMAL', 'BOOLEAN', 'DATE', 'BLOB', 'UUID'];
/** For each of TYPES a type of another family. */
const OTHER_TYPE = new Map(TYPES.map((type, index) => [type, TYPES[(index + 1) % TYPES.length] ?? 'INT']));

/** Names that are difficult in paths: dots, quotes, spaces, unicode, names of inherited properties. */
const nameArb = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', '.', '"', ' ', 'é', '漢', '_') }),
  fc.constantFrom('constructor', '__proto__', 'length', 'toString'),
);

const { columns: columnsArb } = fc.letrec<{ columns: AssetColumn[]; column: AssetColumn }>((tie) => ({
  columns: fc.uniqueArray(tie('column'), { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
  column: fc.record(
    {
      name: nameArb,
      dataType: fc.constantFrom(...TYPES),
      constraint: fc.constantFrom('NULL', 'NOT_NULL', 'UNIQUE', 'PRIMARY_KEY'),
      dataLength: fc.integer({ min: 1, max: 100 }),
      children: fc.option(tie('columns'), { nil: undefined, maxDepth: 3 }),
    },
    { requiredKeys: ['name', 'dataType'] },
  ),
}));

interface Place {
  readonly path: string;
  readonly siblings: AssetColumn[];
  readonly index: number;
}

function placesOf(columns: AssetColumn[], parent = ''): Place[] {
  return columns.flatMap((column, index) => {
    const path = childPath(parent, column.name);
    return [{ path, siblings: columns, index }, ...placesOf([...(column.children ?? [])], path)];
  });
}

function descendants(column: AssetColumn, path: string): string[] {
  return (column.children ?? []).flatMap((child) => {
    const childAt = childPath(path, child.name);
    return [childAt, ...descendants(child, childAt)];
  });
}

/** A copy in which the column at a path is replaced by others. */
function replaceAt(columns: readonly AssetColumn[], target: string, by: AssetColumn[], parent = ''): AssetColumn[] {
  return columns.flatMap((column) => {
    const path = childPath(parent, column.name);
    if (path === target) return by;
    return [column.children ? { ...column, children: replaceAt(column.children, target, by, path) } : column];
  });
}

function failedFields(contract: AssetColumn[], asset: AssetColumn[], policy: SchemaPolicy): string[] {
  const has = { columns: asset, tableConstraints: [], presenceOnly: false };
  return checkSchema({ contractColumns: contract, asset: has, policy }).failedFields;
}

const mutated = fc.record({ columns: columnsArb, pick: fc.nat() }).map(({ columns, pick }) => {
  const places = placesOf(columns);
  const place = places[pick % places.length];
  const column = place?.siblings[place.index];
  if (!place || !column) throw new Error('a schema has at least one column');
  return { columns, path: place.path, column };
});

describe('checkSchema, for any schema', () => {
  it('passes an asset against its own schema, under the strictest policy', () => {
    fc.assert(
      fc.property(columnsArb, (columns) => {
        const verdict = checkSchema({
          contractColumns: columns,
          asset: { columns, tableConstraints: [], presenceOnly: false },
          policy: STRICT,
        });
        expect(verdict).toMatchObject({ failed: 0, failedFields: [], details: [], total: placesOf(columns).length });
      }),
    );
  });

  it('names a column that was removed with all its descendants, and nothing else', () => {
    fc.assert(
      fc.property(mutated, ({ columns, path, column }) => {
        const failed = failedFields(columns, replaceAt(columns, path, []), STRICT);
        expect(failed).toEqual([path, ...descendants(column, path)]);
      }),
    );
  });

  it('names a column whose type changed its family, and nothing else', () => {
    fc.assert(
      fc.property(mutated, ({ columns, path, column }) => {
        const changed = { ...column, dataType: OTHER_TYPE.get(column.dataType ?? '') };
        const asset = replaceAt(columns, path, [changed]);
        expect(failedFields(columns, asset, { ...STRICT, types: 'family' })).toEqual([path]);
        expect(failedFields(columns, asset, STRICT)).toEqual([path]);
      }),
    );
  });

  it('names a column whose length changed under exact, and nothing under family', () => {
    fc.assert(
      fc.property(mutated, ({ columns, path, column }) => {
        const [contract, asset] = [1000, 1001].map((dataLength) =>
          replaceAt(columns, path, [{ ...column, dataType: 'VARCHAR', dataLength }]),
        ) as [AssetColumn[], AssetColumn[]];
        expect(failedFields(contract, asset, STRICT)).toEqual([path]);
        expect(failedFields(contract, asset, { ...STRICT, types: 'family' })).toEqual([]);
      }),
    );
  });

  it('names a column that was added where extras are forbidden, and nothing where they are allowed', () => {
    fc.assert(
      fc.property(mutated, ({ columns, path, column }) => {
        const added = { name: `${column.name}-added`, dataType: 'INT' };
        const asset = replaceAt(columns, path, [column, added]);
        const parent = path.slice(0, path.length - childPath('', column.name).length).replace(/\.$/, '');
        expect(failedFields(columns, asset, STRICT)).toEqual([childPath(parent, added.name)]);
        expect(failedFields(columns, asset, { ...STRICT, extraColumns: 'allow' })).toEqual([]);
      }),
    );
  });

  it('names a column that stands twice', () => {
    fc.assert(
      fc.property(mutated, ({ columns, path, column }) => {
        expect(failedFields(columns, replaceAt(columns, path, [column, column]), STRICT)).toEqual([path]);
      }),
    );
  });

  it('always gives counts that add up', () => {
    fc.assert(
      fc.property(columnsArb, columnsArb, (contract, columns) => {
        const asset = { columns, tableConstraints: [], presenceOnly: false };
        const { passed, failed, total, details } = checkSchema({ contractColumns: contract, asset, policy: STRICT });
        expect(passed + failed).toBe(total);
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(details).toHaveLength(failed);
      }),
    );
  });
});
