import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineOf, runChecks } from '@app/sources';
import { type PlantedFile, plantFiles, RULES } from '../../support/sources/planted-files';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';

const { DATACONTRACT_VENV = '', SODA_VENV = '' } = process.env;
const pythonOf = (venv: string): string => join(venv, 'bin/python');
const missing = (venv: string, name: string, packages: string): string | undefined =>
  venv && existsSync(pythonOf(venv)) ? undefined : `${name} names no environment of Python with ${packages}`;

const engine = engineOf('Datalake')!;
const MS = 1_000;
/** The least share of verdicts that agree. */
const LEAST = 0.99;

type Verdicts = ReadonlyMap<string, string>;
const keyOf = (document: number, metric: unknown, column: string | null | undefined): string =>
  `orders${document} ${String(metric ?? 'sql')} ${column ?? ''}`.trim();

/** By the service's own checks, over its engine of files. */
async function own(files: readonly PlantedFile[], folder: string): Promise<{ seconds: number; verdicts: Verdicts }> {
  const since = Date.now();
  const verdicts = new Map<string, string>();
  const read = engine.readConfig({ configSource: { type: 'Local', path: folder } });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  for (const [number, { name }] of files.entries()) {
    const session = await engine.connect(read.config, contextWith({}, [folder]));
    const scope = { tables: [name], includeViews: true, includePartitions: false };
    const { tables } = await engine.introspect(session, read.config, scope);
    const place = {
      database: 'default',
      schema: 'default',
      table: name,
      columns: tables[0]!.columns,
      zone: 'UTC',
      now: since,
    };
    const { outcomes } = await runChecks(session, { ...place, customSql: true }, RULES, { rowsLimit: 1_000 });
    await session.close();
    for (const [index, { rule, column }] of RULES.entries())
      verdicts.set(keyOf(number, rule.metric, column), outcomes[index]!.status === 'Success' ? 'passed' : 'failed');
  }
  return { seconds: (Date.now() - since) / MS, verdicts };
}

/** By another program, in one process for all documents. */
function others(kind: string, venv: string, files: readonly PlantedFile[]): { seconds: number; verdicts: Verdicts } {
  const script = join(__dirname, '../../support/sources/verdicts.py');
  const said = execFileSync(pythonOf(venv), [script, kind], {
    input: JSON.stringify(files),
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  const { seconds, verdicts } = JSON.parse(said.trim().split('\n').at(-1)!) as {
    seconds: number;
    verdicts: { document: number; metric: string; field: string | null; result: string }[];
  };
  return {
    seconds,
    verdicts: new Map(
      // A rule of SQL stands with the table, and is told without a column.
      verdicts.map(({ document, metric, field, result }) => [keyOf(document, metric, field), result]),
    ),
  };
}

describe('verdicts on Parquet', () => {
  let folder: string;
  let files: readonly PlantedFile[];

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'catalog-agreement-')));
    files = await plantFiles(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are of both kinds', async () => {
    const { verdicts } = await own(files, folder);
    const failed = [...verdicts.values()].filter((one) => one === 'failed').length;
    expect(verdicts.size).toBe(files.length * RULES.length);
    expect(failed).toBeGreaterThan(30);
    expect(failed).toBeLessThan(verdicts.size / 2);
  });

  async function compare(kind: string, venv: string, expected: number): Promise<void> {
    const [ours, theirs] = [await own(files, folder), others(kind, venv, files)];
    const apart = [...theirs.verdicts].filter(([key, result]) => ours.verdicts.get(key) !== result);
    const share = 1 - apart.length / theirs.verdicts.size;
    process.stdout.write(
      `${kind}: ${theirs.verdicts.size} verdicts, ${(share * 100).toFixed(1)} % agree; ` +
        `${ours.seconds.toFixed(2)} s here, ${theirs.seconds.toFixed(2)} s there\n` +
        apart.map(([key, result]) => `  ${key}: ${result} there, ${ours.verdicts.get(key)} here\n`).join(''),
    );
    expect(theirs.verdicts.size).toBe(expected);
    expect(share).toBeGreaterThanOrEqual(LEAST);
  }

  const ofSoda = RULES.filter(({ soda }) => soda).length;

  describeUnless(
    missing(DATACONTRACT_VENV, 'DATACONTRACT_VENV', 'datacontract-cli[duckdb]'),
    'by datacontract test',
    () => {
      it('agree', () => compare('datacontract', DATACONTRACT_VENV, files.length * RULES.length), 120_000);
    },
  );

  describeUnless(missing(SODA_VENV, 'SODA_VENV', 'soda-core-duckdb and setuptools'), 'by Soda Core', () => {
    it('agree', () => compare('soda', SODA_VENV, files.length * ofSoda), 120_000);
  });
});
