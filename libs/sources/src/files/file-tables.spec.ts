import type { FoundFile } from './file-listing';
import type { FileTable } from './files-config';
import { askedOf, tablesOf, type KnownTables } from './file-tables';

const fileAt = (path: string, size = 5): FoundFile => ({ path, file: `/lake/${path}`, size, changedAt: 1 });
const filesAt = (...paths: string[]): FoundFile[] => paths.map((path) => fileAt(path));

/** @param tables `schema.name` with the path of their file */
function knownAs(tables: Readonly<Record<string, string>>): KnownTables {
  return {
    has: (schema, name) => `${schema}.${name}` in tables,
    locationOf: (schema, name) => tables[`${schema}.${name}`],
  };
}

function laidOut(files: readonly FoundFile[], known?: KnownTables, takesChanges = false, tables: FileTable[] = []) {
  const layout = tablesOf(files, { tables }, known, takesChanges);
  return {
    tables: layout.tables.map(({ schema, name, files: of }) => [
      `${schema}/${name}`,
      of.map((one) => one.name).join(' '),
    ]),
    codes: layout.notes.map(({ code, schema, name }) => `${code} ${schema}/${name}`),
  };
}

describe('tables of a folder', () => {
  it('are its files, and files below key=value folders together, by the folder above', () => {
    const files = filesAt(
      'a/k=1/x.csv',
      'a/k=2/y=b/x.csv',
      'b/orders/dt=1/p.csv',
      'b/orders/dt=2/p.csv',
      'b/z.csv',
      't.csv',
    );
    expect(laidOut(files)).toEqual({
      tables: [
        ['default/a', 'a/k=1/x.csv a/k=2/y=b/x.csv'],
        ['b/orders', 'b/orders/dt=1/p.csv b/orders/dt=2/p.csv'],
        ['b/z.csv', 'b/z.csv'],
        ['default/t.csv', 't.csv'],
      ],
      codes: [],
    });
  });

  const PARTED = filesAt('b/orders/dt=1/p.csv', 'b/orders/dt=2/p.csv');

  it('stay what they are in the catalog, until changes are taken', () => {
    const known = knownAs({ 'b.p.csv': '/lake/b/orders/dt=2/p.csv' });
    expect(laidOut(PARTED, known)).toEqual({
      tables: [
        ['b/orders/dt=1/p.csv', 'b/orders/dt=1/p.csv'],
        ['b/p.csv', 'b/orders/dt=2/p.csv'],
      ],
      codes: ['hiveFolder b/orders', 'sameName b/p.csv'],
    });
    const whole = { tables: [['b/orders', 'b/orders/dt=1/p.csv b/orders/dt=2/p.csv']], codes: [] };
    expect(laidOut(PARTED, known, true)).toEqual(whole);
    const both = knownAs({ 'b.p.csv': '/lake/b/orders/dt=2/p.csv', 'b.orders': '/lake/b/orders' });
    expect(laidOut(PARTED, both)).toEqual(whole);
    expect(laidOut(PARTED, knownAs({ 'b.p.csv': '/lake/b/p.csv' }))).toEqual(whole);
    const declared = laidOut(PARTED, knownAs({ 'b.p.csv': 'b/orders/dt=2/p.csv' }));
    expect(declared.tables).toContainEqual(['b/p.csv', 'b/orders/dt=2/p.csv']);
    const byName: KnownTables = { has: (_schema, name) => name === 'p.csv', locationOf: () => undefined };
    expect(laidOut(PARTED, byName).codes).toEqual(['hiveFolder b/orders', 'sameName b/p.csv']);
  });

  it('of one name are named by their paths but for the first, or the one that the catalog has', () => {
    const files = filesAt('s/2024/e.csv', 's/2025/e.csv');
    expect(laidOut(files)).toEqual({
      tables: [
        ['s/e.csv', 's/2024/e.csv'],
        ['s/2025/e.csv', 's/2025/e.csv'],
      ],
      codes: ['sameName s/e.csv'],
    });
    expect(laidOut(files, knownAs({ 's.e.csv': '/lake/s/2025/e.csv' })).tables).toEqual([
      ['s/2024/e.csv', 's/2024/e.csv'],
      ['s/e.csv', 's/2025/e.csv'],
    ]);
  });

  it('lose no file where folders share their names, or have files of several formats', () => {
    const files = filesAt('s/a/o/k=1/p.csv', 's/b/o/k=1/p.csv', 's/b/o/k=2/p.parquet');
    const { tables, codes } = laidOut(files);
    expect(tables.map(([name]) => name)).toEqual(['s/o', 's/b/o', 's/b/o (parquet)']);
    expect(codes).toEqual(['sameName s/o']);
  });

  it('of the config come first; empty files are none of a table, and said', () => {
    const options = { schema: 's', name: 'e', glob: 's/e_*.csv', hivePartitioning: false, nullValues: [], columns: [] };
    const files = [fileAt('s/e_1.csv'), fileAt('s/e_2.csv', 0), fileAt('s/x.csv', 0)];
    expect(laidOut(files, undefined, false, [options])).toEqual({
      tables: [
        ['s/e', 's/e_1.csv'],
        ['s/x.csv', ''],
      ],
      codes: ['fileEmpty s/e', 'fileEmpty s/x.csv'],
    });
  });

  it('depend on the catalog where files share a name, or lie below key=value folders', () => {
    const files = filesAt('s/2024/e.csv', 's/2025/e.csv', 's/o/k=1/p.csv', 's/own.csv');
    expect(askedOf(files).map(({ schema, name }) => `${schema}/${name}`)).toEqual(['s/o', 's/e.csv', 's/p.csv']);
  });
});
