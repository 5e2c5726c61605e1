import {
  catalogueColumn,
  driverState,
  type Check,
  type CheckRun,
  type Engine,
  ENGINES,
  failingKeys,
  isExecutable,
  profileTable,
  REASONS,
  runChecks,
  type Session,
  SourceError,
  type SourceTable,
} from '@app/sources';
import fc from 'fast-check';
import { guardFault } from '../../../libs/sources/src/sql/guard';
import { eventually } from '../../support/eventually';
import { checkCases } from './cases/check-cases';
import { GONE, ITSELF, keys } from './cases/key-cases';
import { type ColumnType, columnsOf, NOW, type OddColumn, type OddRow, rowsOf } from './odd-table';
import type { Expected } from './row-oracle';
import { contextWith } from '../../support/sources/source-context.fixture';

type Config = Readonly<Record<string, unknown>>;

/** A source of one engine for the tests, with the right to write to it. */
export interface TestSource {
  readonly engine: Engine;
  readonly config: Config;
  /** Folders that may be read, of an engine of files. */
  readonly roots?: readonly string[];
  /** Folder of its driver, where that is not beside the program. */
  readonly drivers?: string;
  readonly schema: string;
  /** The name of the fixed table there. */
  readonly table: string;
  /** Words of this engine; a type that it lacks is left out. */
  readonly types: Readonly<Partial<Record<ColumnType, string>>>;
  readonly hasNaN: boolean;
  /** Names are kept in lower case: columns of others are left out. */
  readonly lowersNames?: true;
  /** What the catalog calls the types. */
  readonly dataTypes: Readonly<Partial<Record<ColumnType, string>>>;
  /** Runs for hours. */
  readonly endless: string;
  /** Statements that would write, and that the session itself has to refuse. */
  readonly writes: readonly string[];
  /** How many statements of sessions run in the source now; undefined where it is this process. */
  readonly running?: () => Promise<number>;
  /** Other configs, and what comes of them. */
  readonly faults: readonly { readonly config: Config; readonly reason: string; readonly field: string }[];
  load(columns: readonly OddColumn[], rows: readonly OddRow[]): Promise<void>;
  stop(): Promise<void>;
}

const SECRET_FORMS = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

/** What each engine has to pass. @param secret of the configs of `open`, which no message may have */
export function describeEngine(name: string, open: () => Promise<TestSource>, secret?: string): void {
  describe(name, () => {
    let source: TestSource;
    let rows: OddRow[];
    let columns: OddColumn[];
    let found: SourceTable;

    beforeAll(async () => {
      source = await open();
      rows = rowsOf(source.hasNaN);
      columns = columnsOf(source.types).filter(({ name }) => isKept(name));
      await source.load(columns, rows);
      const listing = await inSession((session, config) => source.engine.introspect(session, config, SCOPE));
      found = listing.tables.find((table) => table.name === source.table && table.schema === source.schema)!;
    });
    afterAll(async () => source?.stop());

    const isKept = (text: string): boolean => !source.lowersNames || !/mixed case/i.test(text);

    const SCOPE = { includeViews: true, includePartitions: false };

    async function inSession<Result>(
      use: (session: Session, config: unknown) => Promise<Result>,
      limits: Parameters<typeof contextWith>[0] = {},
      given: Config = source.config,
    ): Promise<Result> {
      const read = source.engine.readConfig(given);
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      const session = await source.engine.connect(read.config, {
        ...contextWith(limits, source.roots),
        ...(source.drivers !== undefined && { driversFolder: source.drivers }),
      });
      try {
        return await use(session, read.config);
      } finally {
        await session.close();
      }
    }

    const place = () => ({
      database: 'd',
      schema: source.schema,
      table: source.table,
      columns: found.columns,
      zone: 'UTC',
      now: NOW,
      customSql: true,
      referred: new Map([
        [ITSELF, { schema: source.schema, table: source.table, columns: found.columns }],
        [GONE, { reason: 'tableNotFound' as const, message: 'The source has no such table' }],
      ]),
    });

    const checked = (session: Session, checks: readonly Check[], more: { until?: number } = {}): Promise<CheckRun> =>
      runChecks(session, place(), checks, { rowsLimit: 1_000, ...more });

    it('is one of the engines, and computes what the service ships', () => {
      expect(ENGINES).toContain(source.engine);
      expect(driverState(source.engine.driver, source.drivers)).toMatchObject({
        installed: true,
        version: expect.any(String) as string,
      });
      expect(['tableRowCountToEqual', 'odcs_nullValues_column', 'my_own'].map(isExecutable)).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('lists the table with its columns in order, and their types', () => {
      expect(found.columns.map((column) => column.name)).toEqual(columns.map((column) => column.name));
      const { typeWords } = source.engine;
      const words = found.columns.map((column, at) => [
        column.name,
        catalogueColumn(column, at, [], typeWords).dataType,
      ]);
      expect(words).toEqual(columns.map((column) => [column.name, source.dataTypes[column.type]]));
    });

    it('computes each check as the oracle does over rows', async () => {
      const cases = checkCases(rows, columns).filter(({ title }) => isKept(title));
      expect(cases.length).toBeGreaterThan(300);
      const { outcomes, statements } = await inSession((session) =>
        checked(
          session,
          cases.map(({ check }) => check),
        ),
      );
      const wrong = cases.flatMap(({ title, expected }, index) =>
        differences(outcomes[index]!, expected).map((one) => `${title}: ${one}`),
      );
      expect(wrong).toEqual([]);
      expect(statements).toBeLessThan(cases.length / 2);
      const refused = outcomes.flatMap(({ reason }) => reason ?? []);
      expect(REASONS).toEqual(expect.arrayContaining(refused));
    });

    it('has a query of the rows that fail, which finds as many', async () => {
      const cases = [...keys(rows, columns), ...checkCases(rows, columns).filter(isOfRepeatedRows)].filter(
        ({ title, expected }) => isKept(title) && expected.status === 'Failed',
      );
      await inSession(async (session) => {
        const { outcomes } = await checked(
          session,
          cases.map(({ check }) => check),
        );
        const { dialect } = session;
        for (const { statement, failedRows, message } of outcomes) {
          const { columns: names } = await session.query(
            `${statement} AND ${dialect.text('a')} = ${dialect.text('b')}`,
          );
          expect(names).toEqual(columns.map(({ name }) => name));
          const counted = await session.query(statement!.replace(/^SELECT (?:checked\.)?\*/, 'SELECT count(*)'));
          expect([counted.rows[0]![0], message]).toEqual([String(failedRows), message]);
          const { columns: key, rows: failing } = (await failingKeys(session, place(), statement!, ['id']))!;
          const ids = failing.map(([id]) => id as number);
          expect([key, ids]).toEqual([['id'], [...ids].sort((one, other) => one - other)]);
          expect(ids).toHaveLength(Math.min(5, failedRows!));
        }
      });
    });

    it('lists the values of columns that have few, each of which a check finds in as many rows', async () => {
      const wish = { quantiles: false, isStored: true, key: [] };
      const profiled = found.columns.map((column) => ({ column, hidesValues: column.name === 'select' }));
      await inSession(async (session) => {
        const taken = await profileTable(
          session,
          place(),
          { ...wish, columns: profiled },
          { until: Infinity, rowsLimit: 1_000 },
        );
        expect(taken.refusals).toEqual([]);
        const values = taken.columns.flatMap(({ name, figures: { cardinalityDistribution, ...figures } }) => {
          const { categories = [], counts = [] } = cardinalityDistribution ?? {};
          if (cardinalityDistribution)
            expect([categories.length, counts.reduce((sum, one) => sum + one)]).toEqual([
              figures.distinctCount,
              figures.valuesCount,
            ]);
          return categories.map((value, at) => ({ name, value, count: counts[at] }));
        });
        const listed = new Set(values.map(({ name }) => name));
        const few = ['big', 'amount', 'score', 'code', 'flag', 'day', 'a.b'];
        expect([...listed]).toEqual(
          expect.arrayContaining(few.filter((name) => columns.some((one) => one.name === name))),
        );
        expect(['id', 'note', 'nothing', 'select', 'doc', 'tags'].filter((name) => listed.has(name))).toEqual([]);
        const { outcomes } = await checked(
          session,
          values.map(({ name, value }) => ({
            definition: 'columnValuesToBeNotInSet',
            parameters: { forbiddenValues: JSON.stringify([value]) },
            column: [name],
          })),
        );
        expect(values.map((one, at) => ({ ...one, count: outcomes[at]!.failedRows }))).toEqual(values);
      });
    });

    it('isolates a check that the source refuses, and computes all others', async () => {
      const good: Check = { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'id' };
      const bad: Check = { definition: 'columnValuesToMatchRegex', parameters: { regex: '(' }, column: 'note' };
      const { outcomes } = await inSession((session) => checked(session, [good, bad, good, good]));
      expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual([
        'Success',
        'badParameter',
        'Success',
        'Success',
      ]);
    });

    it('ends a statement that takes too long, and goes on', async () => {
      const slow: Check = { definition: 'tableCustomSQLQuery', parameters: { sqlExpression: source.endless } };
      const quick: Check = { definition: 'tableRowCountToBeBetween', parameters: { minValue: '1' } };
      const { outcomes } = await inSession((session) => checked(session, [slow, quick]), { statementSeconds: 1 });
      expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual(['timedOut', 'Success']);
    });

    it('cancels: the statement is gone from the source, and the session takes no other', async () => {
      await inSession(async (session) => {
        const running = session.query(source.endless);
        const ended = expect(running).rejects.toMatchObject({ reason: 'cancelled' });
        if (source.running) await eventually(source.running, (count) => count === 1);
        const since = Date.now();
        await session.cancel();
        await ended;
        if (source.running) await eventually(source.running, (count) => count === 0);
        // Left to itself the statement would not end.
        expect(Date.now() - since).toBeLessThan(20_000);
        await expect(session.query('SELECT 1')).rejects.toMatchObject({ reason: 'cancelled' });
      });
    });

    it('writes nothing', async () => {
      await inSession(async (session) => {
        for (const write of source.writes)
          await expect(session.query(write)).rejects.toMatchObject({ name: 'SourceError' });
        expect(
          (await session.query(`SELECT count(*) FROM ${source.engine.dialect.name(source.schema, source.table)}`)).rows,
        ).toEqual([[String(rows.length)]]);
      });
    });

    it('bounds results by rows and bytes', async () => {
      const all = `SELECT * FROM ${source.engine.dialect.name(source.schema, source.table)}`;
      await inSession(async (session) => {
        await expect(session.query(all, { rows: rows.length - 1 })).rejects.toMatchObject({ reason: 'tooLarge' });
        await expect(session.query(all, { bytes: 100 })).rejects.toMatchObject({ reason: 'tooLarge' });
        expect((await session.query(all, { rows: rows.length })).rows).toHaveLength(rows.length);
      });
    });

    it('tells the time of the source', async () => {
      const difference = await inSession(async (session) => Math.abs((await session.now()) - Date.now()));
      expect(difference).toBeLessThan(60_000);
    });

    it('says why it cannot connect, and no secret', async () => {
      for (const { config, reason, field } of source.faults) {
        const error = await inSession(
          () => Promise.reject(new Error('connected')),
          { connectSeconds: 2 },
          config,
        ).catch((one: unknown) => one);
        expect(error).toBeInstanceOf(SourceError);
        expect(error).toMatchObject({ reason, field });
        expect((error as { cure?: string }).cure?.length).toBeGreaterThan(10);
        for (const form of secret ? SECRET_FORMS(secret) : []) expect(JSON.stringify(error)).not.toContain(form);
      }
    });

    it('quotes every text and name so that the source reads it back', async () => {
      await inSession(async (session) => {
        const { dialect } = session;
        await fc.assert(
          fc.asyncProperty(fc.array(anyText(), { minLength: 20, maxLength: 20 }), async (texts) => {
            const { rows: answer } = await session.query(
              `SELECT ${texts.map((text) => dialect.text(text)).join(', ')}`,
            );
            expect(answer[0]).toEqual(texts);
            const same = texts.map(
              (text) =>
                `CASE WHEN ${dialect.exactText(dialect.text(text), { is: 'text', padded: false })} = ${dialect.exactTextValue(texts[0]!)} THEN 1 ELSE 0 END`,
            );
            const { rows: equal } = await session.query(`SELECT ${same.join(', ')}`);
            expect(equal[0]).toEqual(texts.map((text) => (text === texts[0] ? '1' : '0')));
          }),
          { numRuns: 30 },
        );
        await fc.assert(
          fc.asyncProperty(anyName(), async (column) => {
            const { columns: names } = await session.query(
              `SELECT x.${dialect.name(column)} FROM (SELECT 1 AS ${dialect.name(column)}) AS x`,
            );
            expect(names).toEqual([column]);
          }),
          { numRuns: 50 },
        );
      });
    });

    it('lets through what stands in texts, names and comments, and the source reads it as such', async () => {
      await inSession(async (session) => {
        const { dialect } = session;
        await fc.assert(
          fc.asyncProperty(anyText(), anyName(), fc.constantFrom(...COMMENTS), async (text, column, comment) => {
            const sql = `SELECT ${dialect.text(text)} AS ${dialect.name(column)} ${comment} FROM (SELECT 1 AS one) AS x`;
            expect(guardFault(sql, dialect)).toBeUndefined();
            expect((await session.query(sql)).rows).toEqual([[text]]);
            expect(guardFault(`${sql}; DELETE FROM x`, dialect)).toBeDefined();
            expect(guardFault(`${sql} WHERE 1 = (DELETE FROM x)`, dialect)).toBeDefined();
          }),
          { numRuns: 60 },
        );
      });
    });
  });
}

const isOfRepeatedRows = ({ title }: { readonly title: string }): boolean =>
  /^columnValuesToBeUnique|duplicateValues.*"mustBe":0/.test(title);

/** Inside of them nothing is a word. */
const COMMENTS = ['', '/* ; DELETE FROM x */', '-- DROP TABLE x;\n', "/* ' */", '-- " `\n'];

/** Characters that a quoted text or name could end by, and whole words. */
const anyText = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "'",
          '"',
          '`',
          '\\',
          '$$',
          '--',
          '/*',
          '*/',
          ';',
          ' ',
          'e',
          '\u0301',
          'é',
          '😀',
          'DELETE',
          '\n',
          '%',
          '_',
          '#',
          ':x',
          '?',
          '$1',
        ),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('').replaceAll(/[\0\p{Cs}]/gu, ''));

/** Names have at most 63 bytes, do not end in blanks, and some engines know the BMP alone in them. */
const anyName = (): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom("'", '"', '`', '\\', '$', '-', '/', '*', ';', '.', ' ', 'select', 'Ä', 'x', '%', '?', '#'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => `n${parts.join('')}n`);

interface Found {
  readonly status: string;
  readonly reason?: string;
  readonly message: string;
  readonly value?: number | string;
  readonly failedRows?: number;
  readonly values?: readonly { readonly name: string; readonly value: string }[];
}

const TOLERANCE = 1e-9;

function isNear(a: unknown, b: unknown): boolean {
  return String(a) === String(b) || Math.abs(Number(a) - Number(b)) <= TOLERANCE * Math.max(1, Math.abs(Number(b)));
}

function differences(outcome: Found, expected: Expected): string[] {
  const wrong: string[] = [];
  if (outcome.status !== expected.status) wrong.push(`${outcome.status} (${outcome.message}), not ${expected.status}`);
  if (expected.reason !== outcome.reason)
    wrong.push(`reason ${outcome.reason} (${outcome.message}), not ${expected.reason}`);
  if (expected.failedRows !== undefined && outcome.failedRows !== expected.failedRows)
    wrong.push(`${outcome.failedRows} rows fail, not ${expected.failedRows}`);
  if (expected.value !== undefined && !isNear(outcome.value, expected.value))
    wrong.push(`value ${outcome.value}, not ${expected.value}`);
  for (const [name, value] of Object.entries(expected.values ?? {})) {
    const one = outcome.values?.find((found) => found.name === name)?.value;
    if (!isNear(one, value)) wrong.push(`${name} ${one}, not ${value}`);
  }
  return wrong;
}
