import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the folder of a test server. */
const PLACE = 'small-disk';
const BALLAST = 'ballast';
const CHUNK = Buffer.alloc(64 * 1024);

/** A file system of its own, in memory, which a test may fill to the last byte. Only root may mount one. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** Why there can be none here, undefined where there can. */
  static refusal(): string | undefined {
    if (process.getuid?.() !== 0) return 'only root may mount a disk';
    const folder = mkdtempSync(join(tmpdir(), 'catalog-mount-'));
    try {
      SmallDisk.mount(folder, 1).unmount();
      return undefined;
    } catch (error) {
      return `a disk cannot be mounted here: ${(error as Error).message.split('\n')[0]}`;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  static mount(folder: string, megabytes: number): SmallDisk {
    const path = join(folder, PLACE);
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], { stdio: 'pipe' });
    return new SmallDisk(path);
  }

  /** Whatever a test run that was killed left mounted there. */
  static release(folder: string): void {
    const path = join(folder, PLACE);
    if (existsSync(path)) new SmallDisk(path).unmount();
  }

  /** Leaves no byte to anybody. */
  fill(): void {
    const file = openSync(join(this.path, BALLAST), 'a');
    try {
      for (;;) writeSync(file, CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  get free(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  empty(): void {
    rmSync(join(this.path, BALLAST));
  }

  /** No process may have a file open there. */
  unmount(): void {
    try {
      execFileSync('umount', [this.path], { stdio: 'pipe' });
    } catch (error) {
      if (!/not mounted/.test(String(error))) throw error;
    }
  }
}
