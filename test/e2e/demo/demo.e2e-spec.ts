import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@app/embedded';

const ROOT = resolve(__dirname, '../../..');
const DEMO = join(ROOT, 'dist/apps/stack/src/demo/main.js');

/** What the demo says last, when all of it is there. */
const LAST_LINE = 'latestStatus=Failed';

describe('the demo, as a newcomer runs it', () => {
  let demo: ChildProcess;
  let dataDir: string;
  let port: number;
  let output = '';

  const run = (script: string): Promise<{ stdout: string }> =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'catalog-demo-'));
    // As root the database runs under another account, which has to pass through.
    chmodSync(dataDir, 0o711);
    port = await freePort();
    demo = spawn(process.execPath, [DEMO], {
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

  it('prints lines that work as they are', async () => {
    const lines = output.split('\n').filter((line) => /^ {2}(TOKEN=|ID=|curl )/.test(line));
    expect(lines).toHaveLength(10);
    // curl --fail ends the script at the first answer that is no 2xx.
    const { stdout } = await run(lines.join('\n'));
    expect(stdout).toContain('"contractExecutionStatus"');
  });

  it('does what the README says', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
      .map(([, block = '']) => block)
      .filter((block) => /curl|TOKEN/.test(block));
    expect(blocks).toHaveLength(4);
    const { stdout } = await run(blocks.join('\n').replaceAll('127.0.0.1:8585', `127.0.0.1:${port}`));
    expect(stdout).toContain('A data contract already exists for entity');
    expect(stdout).toContain('nightly checks passed');
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
