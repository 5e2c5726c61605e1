import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findAdministrator, freePort } from '@app/embedded';
import { Client } from 'pg';

const ROOT = resolve(__dirname, '../..');
const DEMO = join(ROOT, 'dist/apps/stack/src/demo/main.js');

/** What the demo says last, when all of it is there. */
const LAST_LINE = 'latestStatus=Failed';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const CONTRACT = 'shop_warehouse.shop.sales.orders.dataContract_orders_contract';

/** The blocks of commands for a service that runs: all but those that install, build or start one. */
const commandsOf = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => !block.includes('npm ci'));

/** Begins a session of Bash that tells on stderr where a block begins, the status of each request, and the code of each command that failed. */
const SESSION = [
  `mark() { echo "block $1" >&2; }`,
  `curl() { command curl --write-out '%{stderr}status %{http_code}\\n' "$@"; }`,
  // A function hands the failure of its last command on: it is told once, where the block has it.
  `trap 'echo "failed $?" >&2' ERR`,
];

interface BlockEnd {
  readonly statuses: string[];
  readonly failures: string[];
}

function endsOf(told: string): BlockEnd[] {
  return told
    .split(/^block \d+$/m)
    .slice(1)
    .map((part) => ({
      statuses: [...part.matchAll(/status (\d+)/g)].map(([, status = '']) => status),
      failures: [...part.matchAll(/^failed (\d+)$/gm)].map(([, code = '']) => code),
    }));
}

describe('the demo, as a newcomer runs it', () => {
  let demo: ChildProcess;
  let dataDir: string;
  let port: number;
  let output = '';

  /** @param options of Bash: by default the first command that fails ends the script, and the test */
  const run = (script: string, options = '-euo'): Promise<{ stdout: string; stderr: string }> =>
    promisify(execFile)('bash', [options, 'pipefail', '-c', script], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'catalog-demo-'));
    // As root the database runs under another account, which has to pass through.
    chmodSync(dataDir, 0o711);
    port = await freePort();
    demo = spawn(process.execPath, [DEMO, '--long-names'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    });
    await new Promise<void>((done, fail) => {
      const hear = (data: Buffer): void => {
        output += data.toString();
        if (output.includes(LAST_LINE)) done();
      };
      demo.stdout?.on('data', hear);
      demo.stderr?.on('data', hear);
      demo.once('exit', () => fail(new Error(output)));
    });
  });

  afterAll(async () => {
    if (demo.exitCode === null) {
      demo.kill('SIGTERM');
      await once(demo, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows contracts that pass, fail and partly fail', () => {
    expect(output).toMatch(/orders +Success +All checks passed: 7 columns, 3 semantics rules/);
    expect(output).toMatch(/customers +PartialSuccess +1 of 4 columns failed \(email\)/);
    expect(output).toMatch(/payments +Failed/);
    expect(output).toMatch(/shipments +Failed +.*no evidence/);
  });

  it('has names as long as those of large catalogs in a second service, sorted by since when they fail', async () => {
    const { stdout } = await run(
      `curl -sS --fail-with-body -H "Authorization: Bearer $(npm run -s token)" 'http://127.0.0.1:${port}/api/v1/dataContracts?service=finance_reporting_warehouse&sortBy=since&sortOrder=desc'`,
    );
    const { data } = JSON.parse(stdout) as { data: { name: string; latestResult: { status: string } }[] };
    expect(data.map(({ latestResult }) => latestResult.status)).toEqual(['PartialSuccess', 'Failed', 'Success']);
    expect(data.every(({ name }) => name.length > 100)).toBe(true);
  });

  it('reads the data of the shop that runs, and finds the faults in it', async () => {
    expect(output).toMatch(/orders\.totals_are_not_negative +Failed +1 of 200 rows fail/);
    expect(output).toMatch(/payments\.references_are_unique +Failed +2 of 180 rows fail/);
    expect(output).toMatch(/order_items\.items_belong_to_orders +Failed/);
    expect(output).toMatch(/customers, its contract +Success/);
    expect(output).toMatch(/orders, its contract +PartialSuccess/);
    expect(output).toMatch(/computed 14 checks on its rows: 3 failed, .*; 1 of these is open/);
    const { stdout } = await run(
      `curl -sS --fail-with-body -H "Authorization: Bearer $(npm run -s token)" 'http://127.0.0.1:${port}/api/v1/dataRuns?service=shop_live&limit=100'`,
    );
    const { data } = JSON.parse(stdout) as { data: { kind: string; status: string }[] };
    expect(data.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      ...['check PartialSuccess', 'check PartialSuccess', 'crawl Success', 'profile Success'],
      ...['reading PartialSuccess', 'reading Success'],
    ]);
    // Its password is nowhere to be seen, and nobody but the reader of the shop has it.
    expect(output + stdout).not.toMatch(/authType|"password"/);
  });

  it('has it read by a role that may SELECT there, and do nothing else', async () => {
    const shop = new URL(findAdministrator(dataDir) ?? '');
    shop.pathname = '/shop';
    const client = new Client({ connectionString: shop.href });
    await client.connect();
    const { rows } = await client.query(`
      SELECT rolsuper OR rolcreatedb OR rolcreaterole AS powerful, has_database_privilege(rolname, 'catalog', 'CONNECT') AS sees_catalog,
        (SELECT array_agg(DISTINCT privilege_type) FROM information_schema.table_privileges WHERE grantee = rolname) AS rights
      FROM pg_roles WHERE rolname = 'shop_reader'`);
    await client.end();
    expect(rows).toEqual([{ powerful: false, sees_catalog: false, rights: '{SELECT}' }]);
  });

  it('prints lines that work as they are', async () => {
    const lines = output.split('\n').filter((line) => /^ {2}(TOKEN=|ID=|curl )/.test(line));
    expect(lines).toHaveLength(13);
    // curl --fail ends the script at the first answer that is no 2xx.
    const { stdout } = await run(lines.join('\n'));
    expect(stdout).toContain('"contractExecutionStatus"');
    // A budget that burns, an incident that follows from another, a proposal under way.
    expect(stdout).toMatch(/"burning":\s*true/);
    expect(stdout).toMatch(/"cause":\s*\{/);
    expect(stdout).toMatch(/"state":\s*"InReview"/);
  });

  it('does what each block of the README says', async () => {
    const { stdout, stderr } = await run(
      SESSION.concat(commandsOf(README).map((block, at) => `mark ${at}\n${block}`))
        .concat('true')
        .join('\n')
        .replaceAll('127.0.0.1:8585', `127.0.0.1:${port}`),
      '-uo',
    );
    expect(endsOf(stderr)).toEqual([
      { statuses: Array<string>(9).fill('200'), failures: [] },
      { statuses: ['404'], failures: ['22'] },
      { statuses: ['200'], failures: [] },
      { statuses: ['201'], failures: [] },
      { statuses: [], failures: ['1', '1'] },
      { statuses: [], failures: [] },
      { statuses: [], failures: ['1'] },
    ]);
    expect(stdout).toContain('A data contract already exists for entity');
    expect(stdout).toContain('nightly checks passed');
    expect(stdout).toMatch(/customer_id_not_null +Failed +1 of 200 /);
    expect(stdout).toMatch(/totals_are_not_negative +Failed +1 of 200 /);
    const [, shown = ''] = /```json\n([\s\S]*?)\n```/.exec(README) ?? [];
    const { requestId, ...refusal } = JSON.parse(shown) as Record<string, unknown>;
    expect(requestId).toBe('…');
    const refused = stdout.split('\n').find((line) => line.includes('"NOT_FOUND"'));
    const [body = ''] = /\{"code":404.*?\}/.exec(refused ?? '') ?? [];
    expect(JSON.parse(body)).toEqual({ ...refusal, requestId: expect.any(String) as string });
  });

  it.each([
    ['orders', 0, /PASSED/],
    ['orders-compatible', 0, /compatible/],
    ['orders-warning', 0, /PASSED/],
    ['orders-breaking', 1, /breaking/],
  ])('has a sample contract %s, with which the gate ends with %i', async (file, code, says) => {
    const { stdout, stderr } = await run(
      `export METADATA_CATALOG_URL=http://127.0.0.1:${port} METADATA_CATALOG_TOKEN=$(npm run -s token)
       node bin/metadata-catalog.cjs contract check examples/contracts/${file}.yaml --against ${CONTRACT} || echo "exit code $?" >&2`,
    );
    expect(/exit code \d+/.exec(stderr)?.[0] ?? 'exit code 0').toBe(`exit code ${code}`);
    expect(stdout).toMatch(says);
  });

  it('says in KEY=value lines that it is ready', async () => {
    const { stdout } = await run('npm run -s status');
    expect(stdout).toContain(`BASE_URL=http://127.0.0.1:${port}`);
    expect(stdout).toContain('API=ready');
  });

  it('ends in order', async () => {
    demo.kill('SIGINT');
    const [code] = (await once(demo, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
