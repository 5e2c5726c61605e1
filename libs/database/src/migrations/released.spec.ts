import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '.';
import released from './released.json';

type Step = (runner: QueryRunner) => Promise<void>;

/** SHA-256 of the statements that a migration sends, up and down, with their values. */
async function digestOf(migration: MigrationInterface): Promise<string> {
  const hash = createHash('sha256');
  for (const step of ['up', 'down'] as const) {
    const runner = {
      query: async (text: string, values: readonly unknown[] = []) =>
        void hash.update(JSON.stringify([step, text, values])),
    };
    await (migration[step].bind(migration) as Step)(runner as unknown as QueryRunner);
  }
  return hash.digest('hex');
}

const digests = async (): Promise<[string, string][]> =>
  Promise.all(MIGRATIONS.map(async (type) => [type.name, await digestOf(new type())]));

describe('a released migration', () => {
  it('sends the statements that it sent when it was released, and none is missing or out of place', async () => {
    const first = (await digests()).slice(0, Object.keys(released).length);
    expect(first).toEqual(Object.entries(released));
  });

  it('is told from one whose statement, value or direction differs', async () => {
    const make = (up: string, down: string, value = 1): MigrationInterface => ({
      up: async (runner) => void (await runner.query(up, [value])),
      down: async (runner) => void (await runner.query(down)),
    });
    const all = [make('a', 'b'), make('a', 'c'), make('c', 'b'), make('a', 'b', 2), make('b', 'a')];
    expect(new Set(await Promise.all(all.map(digestOf))).size).toBe(all.length);
  });
});
