import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../support/embedded-database';

const ROOT = resolve(__dirname, '../../..');
const run = promisify(execFile);

/** A build of the product: a folder with `dist`. */
export class Build {
  private migrated: Promise<string> | undefined;

  private constructor(
    readonly folder: string,
    private readonly isOwn: boolean,
  ) {}

  /** That of this checkout. */
  static own(): Build {
    return new Build(ROOT, true);
  }

  /**
   * @param named a folder with `dist` and `node_modules`, or what Git calls a commit: it is built below the user's cache, with the packages of
   * this checkout, unless it was before
   */
  static async of(named: string): Promise<Build> {
    if (existsSync(join(resolve(named), 'dist/apps'))) return new Build(resolve(named), false);
    const commit = execFileSync('git', ['rev-parse', '--verify', `${named}^{commit}`], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim();
    const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'metadata-catalog/builds', commit);
    if (!existsSync(folder)) await build(commit, folder);
    return new Build(folder, false);
  }

  get dist(): string {
    return join(this.folder, 'dist');
  }

  /** A database that this build itself has migrated, to copy; undefined: the one that the test run has already. */
  template(): Promise<string | undefined> {
    return this.isOwn ? Promise.resolve(undefined) : (this.migrated ??= this.migrate());
  }

  private async migrate(): Promise<string> {
    const { url } = await createTestDatabase('template1');
    await this.node('apps/stack/src/migrate.js', [], { DATABASE_URL: url });
    return new URL(url).pathname.slice(1);
  }

  /** Runs one of its programs to the end; what it wrote to stdout. */
  async node(script: string, words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
    const env = { PATH: process.env.PATH, ...environment };
    return (await run(process.execPath, [join(this.dist, script), ...words], { env, cwd: this.folder })).stdout.trim();
  }
}

async function build(commit: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const archive = join(draft, 'archive.tar');
  await run(
    'git',
    ['archive', '--output', archive, commit, 'apps', 'libs', 'docs/openapi.json', '.swcrc', 'package.json'],
    { cwd: ROOT },
  );
  await run('tar', ['-xf', archive, '-C', draft]);
  rmSync(archive);
  symlinkSync(join(ROOT, 'node_modules'), join(draft, 'node_modules'));
  const swc = join(ROOT, 'node_modules/.bin/swc');
  await run(swc, ['apps', 'libs', '-d', 'dist', '--copy-files', '--quiet', '--ignore', 'apps/console'], { cwd: draft });
  renameSync(draft, folder);
}
