import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');

/** The commit that stands for the release before this one. */
const COMMIT = process.env.CHAOS_OLD_COMMIT ?? 'HEAD~1';

/** An earlier state of the program, built from its history in a folder of its own, with the packages of this one. */
export class OldRelease {
  private constructor(
    private readonly folder: string,
    readonly commit: string,
  ) {}

  /** Why there is none, undefined where there is. */
  static refusal(): string | undefined {
    try {
      git('rev-parse', '--verify', '--quiet', `${COMMIT}^{commit}`);
      return undefined;
    } catch {
      return `there is no commit ${COMMIT} here`;
    }
  }

  /** Takes as long as compiling everything does. */
  static build(): OldRelease {
    const commit = git('rev-parse', '--short', COMMIT).trim();
    const folder = mkdtempSync(join(tmpdir(), `catalog-${commit}-`));
    const archive = join(folder, 'archive.tar');
    git('archive', '--output', archive, commit, 'apps', 'libs', '.swcrc', 'package.json');
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const swc = join(ROOT, 'node_modules/.bin/swc');
    execFileSync(swc, ['apps', 'libs', '-d', 'dist', '--copy-files', '--quiet'], { cwd: folder, stdio: 'pipe' });
    return new OldRelease(folder, commit);
  }

  get dist(): string {
    return join(this.folder, 'dist');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
