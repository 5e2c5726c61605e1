import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from './source-files';

/** Cycles of imports, also of types only: whoever reads one file of a cycle has to read them all. */
function cyclesIn(...folders: string[]): Promise<string[][]> {
  const madge = join(dirname(require.resolve('madge/package.json')), 'bin/cli.js');
  const options = ['--circular', '--json', '--extensions', 'ts,tsx', '--ts-config', join(PROJECT, 'tsconfig.json')];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [madge, ...options, ...folders], { cwd: PROJECT }, (failure, stdout, stderr) => {
      // 1 says that there are cycles.
      if (failure && failure.code !== 1) reject(new Error(`madge failed: ${stderr}`));
      else resolve(JSON.parse(stdout) as string[][]);
    });
  });
}

describe('import cycles', () => {
  it('are found where there are some', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-cycle-'));
    try {
      writeFileSync(join(folder, 'egg.ts'), "import type { Hen } from './hen';\nexport interface Egg { of: Hen }\n");
      writeFileSync(join(folder, 'hen.ts'), "import type { Egg } from './egg';\nexport interface Hen { lays: Egg }\n");
      expect(await cyclesIn(folder)).toEqual([['egg.ts', 'hen.ts']]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are none in apps and libs', async () => {
    expect(await cyclesIn('apps', 'libs')).toEqual([]);
  });
});
