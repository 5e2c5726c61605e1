import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '@app/embedded';
import Redis from 'ioredis';
import { missingShared, sharedPath } from '../../shared-folder';

/** What starts a real Redis on loopback, where it is at hand; the same as `.ci/run` uses. */
const SERVICE = 'services/redis';
const run = promisify(execFile);

export const hasRedisService = missingShared(SERVICE) === undefined;

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
    await run(sharedPath(SERVICE), [action, '--port', String(this.port), ...options]);
  }
}
