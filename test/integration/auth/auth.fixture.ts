import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeAuth } from '@app/auth';
import type { Auth, AuthSettings, AuthenticatedActor } from '@app/auth';
import { Database } from '@app/database';
import { Logger } from '@nestjs/common';
import { createTestDatabase } from '../../support/embedded-database';

// Refusals are logged, and these tests are full of them.
Logger.overrideLogger(false);

export const PASSWORD = 'correct horse';
export const HERE = '192.0.2.1';

/** One process of the API, as far as tokens go. */
export interface Process {
  readonly auth: Auth;
  readonly database: Database;
}

/** A database of the test's own, and as many processes on it as it asks for. */
export class AuthFixture {
  readonly settings: AuthSettings;
  private readonly processes: Process[] = [];

  private constructor(
    readonly url: string,
    private readonly drop: () => Promise<void>,
    more: Partial<AuthSettings>,
  ) {
    const dataDir = mkdtempSync(join(tmpdir(), 'auth-int-'));
    this.settings = {
      dataDir,
      jwtAudience: 'test',
      jwtIssuers: [],
      jwtEmailDomains: [],
      accessTokenSeconds: 3_600,
      ...more,
    };
  }

  static async open(more: Partial<AuthSettings> = {}): Promise<AuthFixture> {
    const { url, drop } = await createTestDatabase();
    return new AuthFixture(url, drop, more);
  }

  async process(): Promise<Process> {
    const database = await Database.connect({ url: this.url, poolSize: 5 });
    const started = { database, auth: await composeAuth(database, this.settings) };
    this.processes.push(started);
    return started;
  }

  async close(): Promise<void> {
    for (const { auth, database } of this.processes) {
      auth.authenticator.onModuleDestroy();
      await auth.revocations.onModuleDestroy();
      await database.close();
    }
    await this.drop();
    rmSync(this.settings.dataDir, { recursive: true, force: true });
  }
}

/** A user with the password of the tests; its name is new unless given. */
export async function makeUser(
  { auth, database }: Process,
  { name = `user-${randomUUID()}`, isAdmin = false, role }: { name?: string; isAdmin?: boolean; role?: string } = {},
): Promise<{ id: string; node: string; name: string; email: string }> {
  const email = `${name}@example.org`;
  return database.transaction(async (tx) => {
    const user = await auth.users.insert(tx, { name, email, isAdmin, updatedBy: 'test' });
    if (!user) throw new Error(`there is a user ${name}`);
    if (role && !(await auth.users.addRole(tx, user.node, role))) throw new Error(`there is no role ${role}`);
    await auth.credentials.setPassword(tx, user.node, PASSWORD);
    return { ...user, email };
  });
}

/** Any entity, straight into its table. Its node. */
export async function makeEntity(
  database: Database,
  type: string,
  name: string,
  details: object = {},
): Promise<string> {
  const [row] = await database.query<{ node: string }>(
    `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
     values ($1, $2, $3, $3, 1, 0, 'test', '{}', $4) returning node::text`,
    [randomUUID(), type, name, JSON.stringify(details)],
  );
  return row!.node;
}

export async function relate(database: Database, from: string, relation: string, to: string): Promise<void> {
  await database.query(`insert into entity_reference values ($1, $2, $3, 0)`, [from, relation, to]);
}

export function authenticate({ auth }: Process, token: string): Promise<AuthenticatedActor> {
  return auth.authenticator.authenticate({ authorization: [`Bearer ${token}`] }, HERE);
}

/** The password as clients send it. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
