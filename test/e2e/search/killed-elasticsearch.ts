import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@app/embedded';
import { missingShared, sharedPath } from '../../support/shared-folder';
import type { BreakableServer } from './breakable-link';

const SERVICE = 'services/elasticsearch';

/** What is needed for a server that may be killed. */
export const missingElasticsearch = missingShared(SERVICE);

/** An Elasticsearch of the test's own: its process is killed (SIGKILL), and started again on the same data. */
export class KilledElasticsearch implements BreakableServer {
  private constructor(
    private readonly port: number,
    /** Holds the data and the id of the process. */
    private readonly folder: string,
  ) {}

  static async start(): Promise<KilledElasticsearch> {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-killed-'));
    // As root it runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    const server = new KilledElasticsearch(await freePort(), folder);
    await server.mend();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async cut(): Promise<void> {
    process.kill(this.pid(), 'SIGKILL');
    while (await isOpen(this.port)) await new Promise((wake) => setTimeout(wake, 10));
  }

  async mend(): Promise<void> {
    await this.service('start', '--port', String(this.port), '--heap', '512m');
  }

  async close(): Promise<void> {
    await this.service('stop', '--port', String(this.port), '--purge');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private pid(): number {
    return Number(readFileSync(join(this.folder, `elasticsearch-${this.port}`, 'pid'), 'utf8'));
  }

  private async service(...words: readonly string[]): Promise<void> {
    const env = { ...process.env, METADATA_CATALOG_SERVICES_RUN: this.folder };
    const child = spawn(sharedPath(SERVICE), words, { env, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`elasticsearch ${words[0]} ended with ${code}`);
  }
}

async function isOpen(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
