import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccessControl,
  AccessTokens,
  Authenticator,
  AuthModule,
  FirstAdmin,
  Logins,
  PasswordChange,
  Principals,
  TokenIssuer,
  UserRepository,
  type AuthenticatedActor,
} from '@app/auth';
import { ConfigModule, loadSettings, type Settings } from '@app/config';
import { Database, DatabaseModule } from '@app/database';
import type { RequestOrigin } from '@app/common';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Credentials } from '../../../libs/auth/src/password/credentials';
import { createTestDatabase } from '../../support/embedded-database';

// Refusals are logged, and these tests are full of them.
Logger.overrideLogger(false);

export const PASSWORD = 'correct horse';
export const HERE = '192.0.2.1';
/** Where a request comes from. */
export const requestFrom = (address = HERE): RequestOrigin => ({ requestId: 'test', address, route: 'POST /test' });

/** One process of the API, as far as tokens go. */
export interface Process {
  readonly auth: ReturnType<typeof partsOf>;
  readonly database: Database;
  readonly app: INestApplicationContext;
}

const partsOf = (app: INestApplicationContext) => ({
  accessControl: app.get(AccessControl),
  accessTokens: app.get(AccessTokens),
  authenticator: app.get(Authenticator),
  credentials: app.get(Credentials),
  firstAdmin: app.get(FirstAdmin),
  logins: app.get(Logins),
  passwordChange: app.get(PasswordChange),
  principals: app.get(Principals),
  tokenIssuer: app.get(TokenIssuer),
  users: app.get(UserRepository),
});

/** A database of the test's own, and as many processes on it as it asks for. */
export class AuthFixture {
  readonly settings: Settings & { readonly databaseUrl: string };
  private readonly processes: Process[] = [];

  private constructor(
    readonly url: string,
    private readonly drop: () => Promise<void>,
    more: Partial<Settings>,
  ) {
    const dataDir = mkdtempSync(join(tmpdir(), 'auth-int-'));
    this.settings = { ...loadSettings({ DATA_DIR: dataDir, JWT_AUDIENCE: 'test' }), databaseUrl: url, ...more };
  }

  static async open(more: Partial<Settings> = {}): Promise<AuthFixture> {
    const { url, drop } = await createTestDatabase();
    return new AuthFixture(url, drop, more);
  }

  modules(more: Partial<Settings> = {}) {
    const database = DatabaseModule.forRoot({ url: this.url, poolSize: 5 });
    return [ConfigModule.forRoot({ ...this.settings, ...more }), database, AuthModule];
  }

  /** @param more settings that it has alone */
  async process(more: Partial<Settings> = {}): Promise<Process> {
    const module = { module: class OneProcess {}, imports: this.modules(more) };
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    const started = { app, database: app.get(Database), auth: partsOf(app) };
    this.processes.push(started);
    return started;
  }

  async close(): Promise<void> {
    for (const { app } of this.processes) await app.close();
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
