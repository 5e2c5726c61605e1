import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@app/embedded';
import Redis from 'ioredis';

/** What starts a real Redis on loopback, where it is at hand; the same as `.ci/run` uses. */
const SERVICE = resolve(__dirname, '../../../../../shared/services/redis');
const run = promisify(execFile);

export const hasRedisService = existsSync(SERVICE);

/** A real Redis of one's own, which a test may empty, misconfigure and stop. */
export class ChaosRedis {
  private constructor(readonly port: number) {}

  static async start(): Promise<ChaosRedis> {
    const redis = new ChaosRedis(await freePort());
    await redis.service('start', '--fresh');
    return redis;
  }

  /** Back with what it had written. */
  async up(): Promise<void> {
    await this.service('start');
  }

  async down(): Promise<void> {
    await this.service('stop');
  }

  async remove(): Promise<void> {
    await this.service('stop', '--purge');
  }

  /** One command, past every proxy. */
  async command(name: string, ...words: string[]): Promise<unknown> {
    const client = new Redis({ host: '127.0.0.1', port: this.port, maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    try {
      return await client.call(name, ...words);
    } finally {
      client.disconnect();
    }
  }

  private async service(action: string, ...options: string[]): Promise<void> {
    await run(SERVICE, [action, '--port', String(this.port), ...options]);
  }
}
