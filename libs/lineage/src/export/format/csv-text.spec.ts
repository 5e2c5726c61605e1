import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { csvText } from './csv-text';
import { detailed, edgeOf, exportOf, textOf } from '../export-case.fixture';

/** Random files of a normal run; LINEAGE_EXPORT_FILES=2000 for a long one. */
const FILES = Number(process.env.LINEAGE_EXPORT_FILES ?? 60);

const HEADER = ['fromEntityFQN', 'fromEntityType', 'toEntityFQN', 'toEntityType', 'sqlQuery'];
const SQL = `select "a", 'b' -- c\r\nfrom t\nwhere x = ';'\t`.repeat(700);

const NASTY = [
  's.d.p.plain',
  's.d.p."with.dot"',
  's.d.p.comma,and;semicolon',
  's.d.p.quote"inside',
  's.d.p.two\nlines',
  's.d.p.carriage\r\nreturn',
  '=HYPERLINK("http://x","y")',
  '+1+1',
  '-1',
  '@SUM(A1)',
  '\ttab',
  '\rreturn',
  ' blank',
  "'quoted",
  '＝full-width',
  's.d.p.ünïcödé 表 🙂',
  '|pipe',
  '""',
  ',',
];

const python = spawnSync('python3', ['-c', 'import csv']).status === 0;

/** Rows as Python's csv module reads the bytes. */
function byPython(text: string): string[][] {
  const script =
    'import csv,io,json,sys\ncsv.field_size_limit(10**9)\n' +
    "print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer,'utf-8',newline='')))))";
  const { stdout } = spawnSync('python3', ['-c', script], { input: text, maxBuffer: 1e9 });
  return JSON.parse(stdout.toString()) as string[][];
}

const PARSERS: [string, (text: string) => string[][]][] = [
  ['csv-parse', (text) => parse(text, { relax_quotes: false })],
  ['papaparse', (text) => Papa.parse<string[]>(text.replace(/\r\n$/, '')).data],
];

const edges = NASTY.flatMap((from, i) => [
  edgeOf(from, NASTY[(i + 1) % NASTY.length] as string, { sqlQuery: i % 3 ? SQL : null }),
]);
const rows = edges.map((edge) => [edge.fromFqn, edge.fromType, edge.toFqn, edge.toType, edge.sqlQuery ?? '']);

describe('the CSV of an export', () => {
  it.each(PARSERS)('is read back cell by cell by %s', async (_, read) => {
    expect(read(await textOf(csvText(exportOf(edges, { raw: true }))))).toEqual([HEADER, ...rows]);
  });

  (python ? it : it.skip)('is read back cell by cell by Python (skipped where there is no python3)', async () => {
    expect(byPython(await textOf(csvText(exportOf(edges, { raw: true }))))).toEqual([HEADER, ...rows]);
  });

  it('has no cell that a spreadsheet runs, and leaves the others', async () => {
    const cells = parse(await textOf(csvText(exportOf(edges)))).flat();
    const formula = /^'?[=+\-@＝＋－＠\t\r]/;
    expect(cells.filter((cell) => formula.test(cell) && !cell.startsWith("'"))).toEqual([]);
    const kept = cells.map((cell) => (formula.test(cell) ? cell.slice(1) : cell));
    expect(kept).toEqual([HEADER, ...rows].flat());
    expect(cells).toContain("'quoted");
    expect(cells).toContain("'＝full-width");
  });

  it('ends every row with CRLF, and has its header alone where there is no edge', async () => {
    expect(await textOf(csvText(exportOf([])))).toBe(`${HEADER.join(',')}\r\n`);
    const text = await textOf(csvText(exportOf([edgeOf('a', 'b'), edgeOf('c', 'd', { sqlQuery: 'x' })])));
    expect(text).toBe(`${HEADER.join(',')}\r\na,table,b,table,\r\nc,table,d,table,x\r\n`);
  });

  it('has a row for each pair of columns, and one for an edge that has none', async () => {
    const columns = [
      { fromColumns: ['a', 'x."b.c"'], toColumn: 'd' },
      { fromColumns: ['=e'], toColumn: 'f' },
    ];
    const text = await textOf(
      csvText(exportOf([detailed('p', 'q', { columns }), detailed('q', 'p')], { columnLineage: true })),
    );
    const [header, ...lines] = parse(text);
    expect(header).toEqual([...HEADER, 'fromColumn', 'toColumn']);
    expect(lines.map((line) => [line[0], ...line.slice(4)])).toEqual([
      ['p', '', 'a', 'd'],
      ['p', '', 'x."b.c"', 'd'],
      ['p', '', "'=e", 'f'],
      ['q', '', '', ''],
    ]);
  });

  it('reads back whatever the names are', async () => {
    const name = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', ' ', 'a', 'é', '|'), minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name, name), { maxLength: 6 }), async (made) => {
        const some = made.map(([from, to, sql]) => edgeOf(from, to, { sqlQuery: sql }));
        const text = await textOf(csvText(exportOf(some, { raw: true })));
        const expected = made.map(([from, to, sql]) => [from, 'table', to, 'table', sql]);
        for (const [, read] of PARSERS) expect(read(text).slice(1)).toEqual(expected);
      }),
      { numRuns: FILES },
    );
  });
});
