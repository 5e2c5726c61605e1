import { createHash } from 'node:crypto';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { freePort } from '@app/embedded';
import { WatchedProcess } from '../embedded/support/watched-process';
import { Sandbox } from '../embedded/support/sandbox';
import { createTestDatabase } from '../support/embedded-database';
import { describeUnless } from '../support/unless-refused';

const ROOT = resolve(__dirname, '../..');
/** The Node that makes a release and runs its bundle: Node 26, or the tests that need it are skipped. */
const NODE = process.env['BUNDLE_NODE'] ?? process.execPath;
const NO_NODE = spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v26.')
  ? undefined
  : 'no Node 26: BUNDLE_NODE names one';
const VERSION = '0.0.0-tried';
const MADE = new Set(['node_modules', 'dist', '.data', '.tmp', '.git']);
const AUTHOR = { GIT_AUTHOR_NAME: 'tests', GIT_AUTHOR_EMAIL: 'tests@localhost' };
const COMMITTER = { GIT_COMMITTER_NAME: 'tests', GIT_COMMITTER_EMAIL: 'tests@localhost' };

describe('a release', () => {
  const sandbox = new Sandbox();
  const checkout = sandbox.path('checkout');
  const out = join(checkout, '.tmp/release');
  beforeAll(() => {
    cpSync(ROOT, checkout, { recursive: true, filter: (source) => !MADE.has(basename(source)) });
    // Links: the files are many and are not written.
    expect(spawnSync('cp', ['-al', join(ROOT, 'node_modules'), checkout]).status).toBe(0);
    git('init', '--quiet');
    commit('Begin');
  });
  afterAll(() => sandbox.end());

  const run = (program: string, words: readonly string[], node = NODE): SpawnSyncReturns<string> =>
    spawnSync(program, words, {
      ...{ cwd: checkout, encoding: 'utf8' },
      env: { ...process.env, ...AUTHOR, ...COMMITTER, PATH: `${dirname(node)}:${process.env['PATH']}` },
    });
  const git = (...words: string[]): string => {
    const { status, stdout, stderr } = run('git', words);
    expect([status, stderr]).toEqual([0, '']);
    return stdout.trim();
  };
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  const release = (...words: string[]): SpawnSyncReturns<string> =>
    run('npm', ['run', '-s', 'release', '--', ...words]);

  it.each([
    ['no version', [], 2, 'Usage: deploy/release/release.sh VERSION, such as 0.2.0'],
    ['another word', ['next'], 2, 'Usage: deploy/release/release.sh VERSION, such as 0.2.0'],
  ])('is refused for %s', (_, words, status, said) => {
    expect(release(...words)).toMatchObject({ status, stderr: expect.stringContaining(said) });
  });

  it('is refused by a Node that is not that of the bundle', () => {
    const folder = sandbox.path('other-node');
    mkdirSync(folder);
    const node = join(folder, 'node');
    writeFileSync(node, '#!/bin/sh\n[ "$1" = --version ] && echo v20.20.2 || echo 20.20.2\n', { mode: 0o755 });
    const { status, stderr } = run('deploy/release/release.sh', [VERSION], node);
    expect([status, stderr]).toEqual([1, 'No release: it is made by Node 26, found v20.20.2\n']);
  });

  describeUnless(NO_NODE, 'by the Node of the bundle', () => {
    it('is refused for changes that are not committed, and for a tag that exists', () => {
      writeFileSync(join(checkout, 'left.txt'), '');
      expect(release(VERSION).stderr).toContain('No release: the checkout has changes that are not committed');
      run('rm', ['left.txt']);
      git('tag', `v${VERSION}`);
      expect(release(VERSION)).toMatchObject({ status: 1, stderr: `No release: the tag v${VERSION} exists already\n` });
      git('tag', '--delete', `v${VERSION}`);
    });

    it('that fails says where and why, and leaves neither commit nor tag nor file', () => {
      const broken = join(checkout, 'libs/common/src/broken.ts');
      writeFileSync(broken, 'export const broken = ;\n');
      commit('Break');
      const before = git('rev-parse', 'HEAD');
      const { status, stderr } = release(VERSION);
      expect(status).toBe(1);
      expect(stderr).toContain('broken.ts');
      expect(stderr).toMatch(
        /No release: line \d+ failed \(npm run -s build:shipped .*its commit, tag and files are taken back/,
      );
      expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([before, '', '']);
      expect(existsSync(out)).toBe(false);
      git('reset', '--quiet', '--hard', 'HEAD~1');
    });

    it('has checksums that fit, no tests, and services that start', async () => {
      expect(release(VERSION)).toMatchObject({ status: 0, stderr: '' });
      expect(git('tag', '--points-at', 'HEAD')).toBe(`v${VERSION}`);
      const name = `metadata-catalog-${VERSION}`;
      const files = ['SHA256SUMS', ...['cdx.json', 'licences.txt', 'tgz'].map((kind) => `${name}.${kind}`)];
      expect(readdirSync(out).sort()).toEqual(files);
      const sums = files.slice(1).map((file) => {
        const sum = createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex');
        return `${sum}  ${file}\n`;
      });
      expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''));
      expect(spawnSync('tar', ['-xzf', `${name}.tgz`], { cwd: out }).status).toBe(0);
      const unpacked = join(out, name);
      expect(existsSync(join(unpacked, 'test'))).toBe(false);
      expect(spawnSync('cp', ['-al', join(ROOT, 'node_modules'), unpacked]).status).toBe(0);
      const database = await createTestDatabase();
      sandbox.atEnd(() => database.drop());
      const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: sandbox.path('data') };
      const started = (file: string, own: object = {}): WatchedProcess => {
        const process = new WatchedProcess(NODE, [join(unpacked, file)], { cwd: unpacked, env: { ...env, ...own } });
        sandbox.atEnd(async () => {
          process.child.kill('SIGTERM');
          await process.ended;
        });
        return process;
      };
      expect(await started('dist/apps/stack/src/migrate.js').closed).toEqual({ code: 0 });
      const port = await freePort();
      const api = started('dist/bin/api.js', { PORT: String(port), MIGRATE_ON_START: 'off' });
      await api.says(/"msg":"listening"/);
      expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
      expect(
        (await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })).headers.get('content-type'),
      ).toContain('text/html');
    });
  });
});
