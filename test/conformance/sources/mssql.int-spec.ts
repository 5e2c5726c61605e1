import { engineOf, runChecks, SourceError } from '@app/sources';
import { eventually } from '../../support/eventually';
import { MISSING_MSSQL, startTds, type TdsAnswer, type TdsServer } from '../../support/sources/tds-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';

const SECRET = 'S%cret/+pw-of-the-reader';
const USER = 'reader';
const engine = engineOf('Mssql')!;

/** Answers written from the documentation of SQL Server 2022. */
const ANSWERS: readonly (readonly [RegExp, TdsAnswer])[] = [
  [/sys\.databases WHERE database_id/, { columns: ['', ''], rows: [['1', '160']] }],
  // With the first one the driver sets what it needs.
  [/^(IF @@TRANCOUNT|SET TRANSACTION|set )/, { columns: [], rows: [] }],
  [/^SELECT TOP \(1\) CONVERT/, { columns: [''], rows: [['2.5000000000000000e+000']] }],
  [/nowhere/, { error: { number: 207, message: "Invalid column name 'nowhere'." } }],
  [/refused/, { error: { number: 229, message: "The SELECT permission was denied on the object 'refused'." } }],
  [/endless/, 'endless'],
  [/^SELECT CAST\(DATEDIFF_BIG/, { columns: [''], rows: [[String(Date.now())]] }],
  [
    /rows_of_three/,
    {
      columns: ['a', 'b'],
      rows: [
        ['1', null],
        ["it's", '😀'],
        ['', ' '],
      ],
    },
  ],
  [/^SELECT count/i, { columns: ['', '', ''], rows: [['5', '1', '4']] }],
];

const answer = (sql: string): TdsAnswer =>
  ANSWERS.find(([pattern]) => pattern.test(sql))?.[1] ?? { error: { number: 50_000, message: `not answered: ${sql}` } };

describeUnless(MISSING_MSSQL, 'SQL Server, by its driver and recorded answers', () => {
  let server: TdsServer;

  beforeAll(async () => {
    server = await startTds(USER, SECRET, answer);
  });
  afterAll(async () => server?.stop());

  const configOf = (more: object = {}) => ({
    ...{ hostPort: `127.0.0.1:${server.port}`, username: USER, password: SECRET, database: 'shop', encrypt: false },
    ...more,
  });

  async function opened(more: object = {}, limits: Parameters<typeof contextWith>[0] = {}) {
    const read = engine.readConfig(configOf(more));
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    return engine.connect(read.config, { ...contextWith(limits), driversFolder: process.env.DATA_DRIVERS_DIR! });
  }

  it('opens a snapshot where the database has them, and reads texts and the time', async () => {
    const session = await opened();
    expect(server.batches.slice(-2)).toEqual([
      expect.stringMatching(/^SET LOCK_TIMEOUT 2000; .*snapshot_isolation_state/s),
      'SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRANSACTION',
    ]);
    expect(await session.query('SELECT a, b FROM rows_of_three')).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', null],
        ["it's", '😀'],
        ['', ' '],
      ],
    });
    expect(Math.abs((await session.now()) - Date.now())).toBeLessThan(60_000);
    await session.close();
  });

  it('begins another transaction after an error, and shows of its message what stands in the statement', async () => {
    const session = await opened();
    await expect(session.query('SELECT [nowhere] FROM t')).rejects.toMatchObject({
      reason: 'sqlError',
      message: "Invalid column name 'nowhere'.",
    });
    expect(server.batches.at(-1)).toMatch(/^IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; SET TRANSACTION/);
    await expect(session.query('SELECT 1 FROM refused')).rejects.toMatchObject({ reason: 'notPermitted' });
    await expect(session.query('DELETE FROM t')).rejects.toMatchObject({ reason: 'notReadOnly' });
    expect((await session.query('SELECT a, b FROM rows_of_three', { rows: 3 })).rows).toHaveLength(3);
    await expect(session.query('SELECT a, b FROM rows_of_three', { rows: 2 })).rejects.toMatchObject({
      reason: 'tooLarge',
    });
    await session.close();
  });

  it('ends a statement that takes too long in the server, and one that is cancelled', async () => {
    const session = await opened({}, { statementSeconds: 1 });
    await expect(session.query('SELECT 1 FROM endless')).rejects.toMatchObject({ reason: 'timedOut' });
    await eventually(
      () => Promise.resolve(server.running()),
      (count) => count === 0,
    );
    expect((await session.query('SELECT a, b FROM rows_of_three')).rows).toHaveLength(3);
    await session.close();
    const other = await opened();
    const ended = expect(other.query('SELECT 1 FROM endless')).rejects.toMatchObject({ reason: 'cancelled' });
    await eventually(
      () => Promise.resolve(server.running()),
      (count) => count === 1,
    );
    await other.cancel();
    await ended;
    expect(server.running()).toBe(0);
    await expect(other.query('SELECT 1')).rejects.toMatchObject({ reason: 'cancelled' });
    await other.close();
  });

  it('says why it cannot connect, and no secret', async () => {
    const faults = [
      [{ password: `${SECRET}!` }, 'loginRefused', 'password'],
      [{ database: 'nowhere' }, 'databaseNotFound', 'database'],
      [{ hostPort: '127.0.0.1:1' }, 'sourceUnreachable', 'hostPort'],
      [{ hostPort: 'no-such-host.invalid' }, 'hostUnknown', 'hostPort'],
    ] as const;
    for (const [more, reason, field] of faults) {
      const error = await opened(more, { connectSeconds: 2 }).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(SourceError);
      expect(error).toMatchObject({ reason, field: `connection.config.${field}` });
      expect(JSON.stringify(error)).not.toContain(SECRET);
    }
  });

  it('computes what can be, and is Aborted where the server has no regular expressions', async () => {
    const session = await opened();
    const kind = { is: 'int', low: -(2n ** 31n), high: 2n ** 31n - 1n } as const;
    const text = { is: 'text', padded: false } as const;
    const table = {
      ...{ database: 'shop', schema: 'dbo', table: 'people', zone: 'UTC', now: Date.now(), customSql: false },
      columns: [
        { name: 'id', display: 'int', kind, isNullable: true },
        { name: 'mail', display: 'nvarchar(80)', kind: text, isNullable: true },
      ],
    };
    const { outcomes } = await runChecks(
      session,
      table,
      [
        { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'id' },
        { definition: 'columnValuesToMatchRegex', parameters: { regex: 'a' }, column: 'mail' },
      ],
      { rowsLimit: 10 },
    );
    expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual(['Failed', 'unsupported']);
    expect(server.batches.at(-1)).toMatch(/^SELECT .* FROM \[dbo\]\.\[people\]$/);
    await session.close();
  });
});
