import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { engineOf, type KnownTable, type Listing, type Session } from '@app/sources';
import { DuckDBInstance } from '@duckdb/node-api';
import { contextWith } from '../../support/sources/source-context.fixture';

const engine = engineOf('Datalake')!;
const SCHEMA = 's';

type Files = Readonly<Record<string, string | Buffer>>;

interface Opened {
  readonly session: Session;
  readonly listing: Listing;
}

describe('tables of files', () => {
  let folder: string;
  let session: Session | undefined;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'catalog-files-')));
    mkdirSync(join(folder, SCHEMA));
  });
  afterEach(async () => {
    await session?.close();
    session = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (files: Files): void => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, SCHEMA, name)), { recursive: true });
      writeFileSync(join(folder, SCHEMA, name), content);
    }
  };

  async function listed(
    files: Files,
    {
      tables = [],
      known = [],
      takesChanges = false,
      namesOnly = false,
    }: { tables?: object[]; known?: KnownTable[]; takesChanges?: boolean; namesOnly?: boolean } = {},
  ): Promise<Opened> {
    write(files);
    const read = engine.readConfig({ configSource: { type: 'Local', path: folder }, tables });
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    session = await engine.connect(read.config, contextWith({}, [folder]));
    const listing = await engine.introspect(session, read.config, {
      ...{ includeViews: true, includePartitions: false, takesChanges, namesOnly },
      known: () => Promise.resolve(known),
    });
    return { session, listing };
  }

  const shown = ({ listing }: Opened): string[] =>
    listing.tables.map(
      ({ schema, name, columns }) =>
        `${schema}/${name}: ${columns.map((one) => `${one.name} ${one.display}`).join(', ')}`,
    );
  const codes = ({ listing }: Opened): string[] => (listing.notes ?? []).map(({ code, name }) => `${code} ${name}`);
  const rowsOf = async ({ session: of }: Opened, name: string): Promise<readonly (readonly (string | null)[])[]> =>
    (await of.query(`SELECT * FROM ${engine.dialect.name(SCHEMA, name)} ORDER BY ALL`)).rows;
  const several = (pattern: string, more: object = {}) => ({
    tables: [{ schema: SCHEMA, name: 'e', path: `${SCHEMA}/${pattern}`, ...more }],
  });

  it.each<[string, Files, string]>([
    ['csv', { 'e_1.csv': 'id,name\n1,a\n', 'e_2.csv': 'Name;ID;extra\nb;2.5;x\n' }, 'e_*.csv'],
    ['tsv', { 'e_1.tsv': 'id\tname\n1\ta\n', 'e_2.tsv': 'name\tid\textra\nb\t2.5\tx\n' }, 'e_*.tsv'],
    ['ndjson', { 'e_1.ndjson': '{"id":1,"name":"a"}\n', 'e_2.ndjson': '{"name":"b","id":2.5,"extra":"x"}\n' }, 'e_*'],
    ['json', { 'e_1.json': '[{"id":1,"name":"a"}]', 'e_2.json': '[{"name":"b","id":2.5,"extra":"x"}]' }, 'e_*'],
  ])('of several files are read by name: %s', async (_format, files, pattern) => {
    const opened = await listed(files, several(pattern));
    expect(shown(opened)).toEqual(['s/e: id DOUBLE, name VARCHAR, extra VARCHAR']);
    expect(await rowsOf(opened, 'e')).toEqual([
      ['1', 'a', null],
      ['2.5', 'b', 'x'],
    ]);
    expect(codes(opened)).toEqual(['columnsDiffer e']);
    expect(opened.listing.notes![0]!.message).toContain('1 of 2 files');
  });

  it('are listed by their names alone without a look into the files, which a statement then reads', async () => {
    const files = { 'good.csv': 'id\n1\n', 'ragged.csv': 'id,name\n1\n', 'empty.csv': '' };
    const { listing, session: opened } = await listed(files, { namesOnly: true });
    expect(listing.tables.map(({ schema, name, columns }) => [schema, name, columns])).toEqual([
      [SCHEMA, 'good.csv', []],
      [SCHEMA, 'ragged.csv', []],
    ]);
    expect((await opened.query('SELECT id FROM s."good.csv"')).rows).toEqual([['1']]);
    await expect(opened.query('SELECT 1 FROM s."ragged.csv"')).rejects.toMatchObject({ reason: 'fileMalformed' });
  });

  it.each([
    ['snappy', 's/e.parquet cannot be read as Parquet: it is damaged'],
    // The engine does not name the file.
    ['gzip', 'A file cannot be read as Parquet: it is damaged'],
    ['uncompressed', 's/e.parquet cannot be read as Parquet: a text is not UTF-8'],
  ])('of a Parquet file whose pages are damaged are malformed: %s', async (codec, message) => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const path = join(folder, SCHEMA, 'e.parquet');
    await connection.run(
      `COPY (SELECT md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS name FROM range(500) r (i)) TO '${path}' (FORMAT parquet, COMPRESSION ${codec})`,
    );
    connection.closeSync();
    instance.closeSync();
    const { session: opened } = await listed({ 'e.parquet': readFileSync(path).fill(0xff, 1000, 1064) });
    await expect(opened.query('SELECT max(name) FROM s."e.parquet"')).rejects.toMatchObject({
      ...{ reason: 'fileMalformed', message },
    });
  });

  it('of several Parquet files are read by name, fields of structs too', async () => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const copy = (select: string, name: string) =>
      connection.run(`COPY (${select}) TO '${join(folder, SCHEMA, name)}' (FORMAT parquet)`);
    await copy(`SELECT 1::INTEGER AS id, {'a': 1, 'b': 'x'} AS s, DATE '2026-01-01' AS d`, 'e_1.parquet');
    await copy(
      `SELECT true AS t, TIMESTAMP '2026-01-02 10:00:00' AS d, {'c': 2, 'a': 2.5::DOUBLE} AS s`,
      'e_2.parquet',
    );
    await copy(`SELECT 3::INTEGER AS id, {'a': 3, 'b': 'z'} AS s, DATE '2026-01-03' AS d`, 'e_3.parquet');
    connection.closeSync();
    instance.closeSync();
    const opened = await listed({}, several('e_*.parquet'));
    expect(shown(opened)).toEqual([
      's/e: id INTEGER, s STRUCT(a DOUBLE, b VARCHAR, c INTEGER), d TIMESTAMP, t BOOLEAN',
    ]);
    const { rows } = await opened.session.query('SELECT id, s.a, s.b, s.c, d::DATE, t FROM s.e ORDER BY d');
    expect(rows).toEqual([
      ['1', '1', 'x', null, '2026-01-01', null],
      [null, '2.5', null, '2', '2026-01-02', 'true'],
      ['3', '3', 'z', null, '2026-01-03', null],
    ]);
    expect(opened.listing.notes![0]!.message).toContain('1 of 3 files');
  });

  /** What is wrong with a file, the file, and the message about it. */
  const MALFORMED: readonly (readonly [string, string | Buffer, string])[] = [
    ['a cell too few', 'id,name\n1,a\n2\n', 'Line 3 of s/{} cannot be read: expected 2 columns, found 1'],
    ['a cell too many', 'id,name\n1,Smith,b\n', 'Line 2 of s/{} cannot be read: expected 2 columns, found 3'],
    ['one too many in each line', 'id,city,\n1,Rome\n', 'Line 2 of s/{} cannot be read: expected 3 columns, found 2'],
    [
      'lines before the header',
      '# by hand\nid,name\n1,Smith\n',
      'Line 2 of s/{} cannot be read: expected 1 columns, found 2',
    ],
    ['a quote that does not end', 'id,name\n1,"Smith\n2,b\n', 'Line 2 of s/{} cannot be read: a quote does not end'],
    ['text behind a quote', 'id,name\n1,"Smith"x\n', 'Line 2 of s/{} cannot be read: a quote does not end'],
    [
      'a quote in the header that does not end',
      '"id,Smith\n1,2\n',
      'Line 1 of s/{} cannot be read: a quote does not end',
    ],
    [
      'bytes of another encoding',
      Buffer.from('id,name\n1,Smith\n2,K\xf6ln\n', 'latin1'),
      'Line 3 of s/{} cannot be read: it is not UTF-8',
    ],
    [
      'a header of another encoding',
      Buffer.from('id,n\xf6\n1,Smith\n', 'latin1'),
      'Line 1 of s/{} cannot be read: it is not UTF-8',
    ],
    [
      'UTF-16 without a declaration',
      Buffer.from('id,name\n1,Smith\n', 'utf16le'),
      'Line 1 of s/{} cannot be read: it is not UTF-8',
    ],
    ['lines that end differently', 'id,name\r\n1,Smith\n2,b\r\n', 'Line 2 of s/{} cannot be read: it ends in another'],
    ['a line of 3 MB', `id,name\n1,${'Smith'.repeat(600_000)}\n`, 'Line 2 of s/{} cannot be read: it is too long'],
    [
      'a broken last line of many',
      `id,name\n${'1,a\n'.repeat(100_000)}2,Smith,b\n`,
      'Line 100002 of s/{} cannot be read',
    ],
  ];

  it('are none where a line cannot be read, which is named without its content', async () => {
    const { listing } = await listed(Object.fromEntries(MALFORMED.map(([what, content]) => [`${what}.csv`, content])));
    expect(listing.tables).toEqual([]);
    const found = new Map(listing.unreadable!.map(({ name, reason, message }) => [name, `${reason}: ${message}`]));
    expect(MALFORMED.map(([what]) => found.get(`${what}.csv`))).toEqual(
      MALFORMED.map(([what, , message]) =>
        expect.stringContaining(`fileMalformed: ${message.replace('{}', `${what}.csv`)}`),
      ),
    );
    expect(JSON.stringify(listing)).not.toContain('Smith');
  });

  it('are none where a part of their files cannot be read, or a packed one is cut', async () => {
    const packed = gzipSync('id,name\n1,Smith\n');
    const files = {
      'e_1.csv': 'id,name\n1,a\n',
      'e_2.csv': 'id,name\n1,Smith,x\n',
      'x.csv.gz': packed.subarray(0, 20),
    };
    const { listing } = await listed(files, several('e_*.csv'));
    expect(listing.tables).toEqual([]);
    expect(listing.unreadable!.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'e fileMalformed',
      'x.csv.gz fileMalformed',
    ]);
    expect(JSON.stringify(listing)).not.toContain('Smith');
  });

  /** A file with its columns. */
  const READ: readonly (readonly [string, string, string])[] = [
    ['a byte order mark', '\uFEFFid,name\n1,a\n', 'id BIGINT, name VARCHAR'],
    ['carriage returns', 'id,name\r1,a\r', 'id BIGINT, name VARCHAR'],
    ['both ends of lines', 'id,name\r\n1,a\r\n', 'id BIGINT, name VARCHAR'],
    ['one column', 'id\n1\n\n3\n', 'id BIGINT'],
    ['empty and equal names', 'a,,a,A\n1,2,3,4\n', 'a BIGINT, column2 BIGINT, a_2 BIGINT, A_3 BIGINT'],
    ['odd names', `"it's ""x""",größe\n1,2\n`, `it's "x" BIGINT, größe BIGINT`],
    ['a header alone', 'id,name\n', 'id VARCHAR, name VARCHAR'],
    ['blanks around numbers', 'id, n\n1, 2\n', 'id BIGINT, n BIGINT'],
    ['codes', 'zip,phone\n01234,+49\n', 'zip VARCHAR, phone VARCHAR'],
    [
      'days and times',
      'd,t,c,z\n2026-01-01,2026-01-01 10:00:00,10:00,2026-01-01T10:00:00Z\n',
      'd DATE, t TIMESTAMP, c TIME, z TIMESTAMP WITH TIME ZONE',
    ],
    ['22 digits', 'n\n9400111899223197428490\n9400111899223197428491\n', 'n DECIMAL(38,0)'],
    ['2^63', 'n\n9223372036854775807\n9223372036854775808\n', 'n DECIMAL(38,0)'],
    ['39 digits', `n\n${'9'.repeat(39)}\n1\n`, 'n VARCHAR'],
    ['long decimals', 'n\n12345678901234567890.12\n12345678901234567890.13\n', 'n DECIMAL(38,2)'],
    ['2^53 + 1 beside a fraction', 'n\n9007199254740993\n1.5\n', 'n DECIMAL(38,1)'],
    ['doubles that are no finite number', 'n\n1.5\nNaN\nInfinity\n-inf\n', 'n DOUBLE'],
    ['doubles as programs print them', 'n\n0.12345678901234568\n1e-7\n', 'n DOUBLE'],
  ];

  it('have the columns of the first line, with types of all values', async () => {
    const opened = await listed(Object.fromEntries(READ.map(([what, content]) => [`${what}.csv`, content])));
    expect(new Set(shown(opened))).toEqual(new Set(READ.map(([what, , columns]) => `s/${what}.csv: ${columns}`)));
  });

  it('of JSON have whole numbers beyond 64 bits, in structs too', async () => {
    const line = (n: string): string => `{"id":${n},"s":{"n":${n}},"d":1.5}\n`;
    const opened = await listed({ 'x.ndjson': line('9400111899223197428490') + line('9400111899223197428491') });
    expect(shown(opened)).toEqual(['s/x.ndjson: id DECIMAL(38,0), s STRUCT(n DECIMAL(38,0)), d DOUBLE']);
    const { rows } = await opened.session.query('SELECT count(DISTINCT id), count(DISTINCT s.n) FROM s."x.ndjson"');
    expect(rows).toEqual([['2', '2']]);
  });

  it('of JSON have members that differ by the case of their names alone', async () => {
    const opened = await listed({ 'x.ndjson': '{"a":1,"A":2}\n', 'y.ndjson': '{"a":1,"a_1":2}\n' });
    expect(await rowsOf(opened, 'x.ndjson')).toEqual([['1', '2']]);
    expect(await rowsOf(opened, 'y.ndjson')).toEqual([['1', '2']]);
    await session!.close();
    const several = { tables: [{ schema: SCHEMA, name: 'e', path: 's/*.ndjson' }] };
    expect(await rowsOf(await listed({}, several), 'e')).toEqual([
      ['1', '2', null],
      ['1', null, '2'],
    ]);
  });

  it('are read as declared: encoding, delimiter, quote, header and types', async () => {
    const files = {
      'l.csv': Buffer.from('id,name\n1,K\xf6ln\n', 'latin1'),
      'u.csv': Buffer.from('\uFEFFid,name\n1,Köln\n', 'utf16le'),
      'q.csv': `id:n\n1:'a:b'\n`,
      'h.csv': '01,2026-01-01,x\n02,2026-01-02,y\n',
      'y.csv': '2020,2021\n1,2\n',
      't.csv': 'id,day\n1,Smith\n',
    };
    const of = (name: string, more: object) => ({ schema: SCHEMA, name, path: `s/${name}.csv`, ...more });
    const tables = [
      of('l', { encoding: 'latin-1' }),
      of('u', { encoding: 'utf-16' }),
      of('q', { delimiter: ':', quote: `'` }),
      of('h', { header: false, columns: [{ name: 'code', dataType: 'TEXT' }] }),
      of('y', { header: true }),
      of('t', { columns: [{ name: 'day', dataType: 'date' }] }),
    ];
    const opened = await listed(files, { tables });
    expect(shown(opened)).toEqual([
      's/l: id BIGINT, name VARCHAR',
      's/u: id BIGINT, name VARCHAR',
      's/q: id BIGINT, n VARCHAR',
      's/h: code VARCHAR, column2 DATE, column3 VARCHAR',
      's/y: 2020 BIGINT, 2021 BIGINT',
    ]);
    expect(await rowsOf(opened, 'l')).toEqual([['1', 'Köln']]);
    expect(await rowsOf(opened, 'u')).toEqual([['1', 'Köln']]);
    expect(await rowsOf(opened, 'q')).toEqual([['1', 'a:b']]);
    expect(opened.listing.unreadable).toMatchObject([
      { name: 't', reason: 'fileMalformed', message: 'Line 2 of s/t.csv cannot be read: a value is not of type DATE' },
    ]);
  });

  it('without a header have numbered columns, unless the catalog has others', async () => {
    const data = { 'x.csv': '1,a@example.org\n2,b@example.org\n' };
    const unknown = await listed(data);
    expect(shown(unknown)).toEqual(['s/x.csv: column1 BIGINT, column2 VARCHAR']);
    expect([codes(unknown), await rowsOf(unknown, 'x.csv')]).toEqual([
      ['headerLooksLikeData x.csv'],
      [
        ['1', 'a@example.org'],
        ['2', 'b@example.org'],
      ],
    ]);
    expect(JSON.stringify(unknown.listing.notes)).not.toContain('@');
    await session!.close();
    const columns = [{ name: 'id', display: 'BIGINT' }];
    const known = await listed(data, { known: [{ schema: SCHEMA, name: 'x.csv', columns }] });
    expect(known.listing.tables[0]!.doubt).toMatchObject({ code: 'headerLooksLikeData' });
  });

  it('whose header has none of the columns that the catalog has are in doubt, until changes are taken', async () => {
    const columns = ['id', 'name'].map((name) => ({ name, display: 'VARCHAR' }));
    const known = [{ schema: SCHEMA, name: 'x.csv', columns }];
    const files = { 'x.csv': '3,Smith\n4,Dan\n' };
    const { listing } = await listed(files, { known });
    expect(listing.tables[0]!.doubt).toMatchObject({ code: 'headerChanged' });
    expect(listing.tables[0]!.doubt!.message).not.toContain('Smith');
    await session!.close();
    const taken = await listed(files, { known, takesChanges: true });
    expect(taken.listing.tables[0]).not.toHaveProperty('doubt');
  });

  it('with a header alone have the types that the catalog has; without a byte they are none', async () => {
    const columns = [
      { name: 'id', display: 'BIGINT' },
      { name: 'day', display: 'DATE' },
      { name: 'odd', display: 'INTEGER); DROP TABLE x; --' },
    ];
    const known = [
      { schema: SCHEMA, name: 'x.csv', columns },
      { schema: SCHEMA, name: 'gone.csv', columns },
    ];
    const opened = await listed({ 'x.csv': 'id,day,odd\n', 'gone.csv': '', 'new.csv': '' }, { known });
    expect(shown(opened)).toEqual(['s/x.csv: id BIGINT, day DATE, odd VARCHAR']);
    expect(codes(opened)).toEqual(['fileEmpty gone.csv', 'fileEmpty new.csv']);
    expect(opened.listing.unreadable).toMatchObject([{ name: 'gone.csv', reason: 'fileMalformed' }]);
  });

  it('below key=value folders are one, with the keys as columns', async () => {
    const files = {
      'orders/year=2025/month=01/p.csv': 'id\n1\n',
      'orders/year=2025/month=02/p.csv': 'id,extra\n2,x\n',
      'orders/year=2026/q.csv': 'id\n3\n',
      'days/day=2026-01-01/p.ndjson': '{"id":1}\n',
      'days/day=__HIVE_DEFAULT_PARTITION__/p.ndjson': '{"id":2}\n',
    };
    const opened = await listed(files);
    expect(shown(opened).sort()).toEqual([
      's/days: id BIGINT, day DATE',
      's/orders: id BIGINT, extra VARCHAR, year BIGINT, month BIGINT',
    ]);
    expect(await rowsOf(opened, 'orders')).toEqual([
      ['1', null, '2025', '1'],
      ['2', 'x', '2025', '2'],
      ['3', null, '2026', null],
    ]);
    expect(await rowsOf(opened, 'days')).toEqual([
      ['1', '2026-01-01'],
      ['2', null],
    ]);
  });
});
