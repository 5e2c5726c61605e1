import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopEmbeddedPostgres } from '@app/embedded';

/** A folder of one test file's own, with everything in it stopped and removed at the end. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'catalog-embedded-'));
  private readonly dataDirs: string[] = [];
  private readonly endings: (() => Promise<unknown> | unknown)[] = [];

  constructor() {
    // The server of root runs under another account, which has to pass through.
    chmodSync(this.folder, 0o755);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A data directory that does not exist yet; a server left running on it is stopped at the end. */
  dataDir(): string {
    const dataDir = this.path(`data-${this.dataDirs.length}`);
    this.dataDirs.push(dataDir);
    return dataDir;
  }

  /** Something more to end, before the servers. */
  atEnd(ending: () => Promise<unknown> | unknown): void {
    this.endings.push(ending);
  }

  async end(): Promise<void> {
    for (const ending of this.endings.reverse()) await ending();
    for (const dataDir of this.dataDirs) await stopEmbeddedPostgres(dataDir).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
