import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '@app/embedded';
import { WatchedProcess } from '../../embedded/support/watched-process';
import { RestClient } from '../../support/rest-client';
import type { Sandbox } from '../../embedded/support/sandbox';

const DIST = resolve(__dirname, '../../../dist/apps/stack/src');

/** The built stack and its commands on a data directory of a test's own. */
export class RunningStack {
  private process: WatchedProcess | undefined;

  private constructor(
    private readonly sandbox: Sandbox,
    readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async on(sandbox: Sandbox): Promise<RunningStack> {
    if (!existsSync(`${DIST}/main.js`)) throw new Error(`${DIST} is missing: run npm run build first`);
    const stack = new RunningStack(sandbox, sandbox.dataDir(), await freePort());
    sandbox.atEnd(() => stack.stop());
    return stack;
  }

  async start(): Promise<void> {
    this.process = this.run('main');
    await this.process.says(/Ctrl-C ends/);
  }

  async stop(): Promise<void> {
    this.process?.child.kill('SIGTERM');
    await this.process?.ended;
    this.process = undefined;
  }

  /** One of the commands of package.json, to its end. */
  async command(name: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const run = this.run(name, ...args);
    const { code } = await run.closed;
    return { code, output: run.output };
  }

  async client(): Promise<RestClient> {
    const { output } = await this.command('token');
    return new RestClient(`http://127.0.0.1:${this.port}`, output.trim());
  }

  /** Away from the project, so that its .env does not count. */
  private run(name: string, ...args: string[]): WatchedProcess {
    const env = { PATH: process.env.PATH, DATA_DIR: this.dataDir, PORT: String(this.port), LOG_LEVEL: 'warn' };
    return new WatchedProcess(process.execPath, [`${DIST}/${name}.js`, ...args], { cwd: this.sandbox.folder, env });
  }
}
