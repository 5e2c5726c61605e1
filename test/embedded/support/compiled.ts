import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const PROJECT = join(__dirname, '../../..');

/** Where a compiled script outside of the project finds the installed packages. */
export const NODE_PATH = join(PROJECT, 'node_modules');

/** What the launcher and the supervisor are made of. */
const STACK_SOURCES = ['apps/stack', 'libs/common', 'libs/config', 'libs/embedded'];

/** Compiles sources as `npm run build` does, for processes that run without Jest. */
export function compileInto(folder: string, sources: readonly string[] = STACK_SOURCES): void {
  const swc = join(dirname(require.resolve('@swc/cli/package.json')), 'bin/swc.js');
  const { status, stderr } = spawnSync(process.execPath, [swc, ...sources, '-d', folder, '--copy-files', '--quiet'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`swc failed: ${stderr}`);
}
