import { AppError, badRequest, entityNameFault, principalNameFault } from '@app/common';
import { ConfigModule, type Settings } from '@app/config';
import { Database, DatabaseModule, sqlState } from '@app/database';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '../auth.module';
import { Tickets } from '../login/tickets';
import { AccessTokens } from '../personal/access-tokens';
import { ADMINISTRATOR, EVERYBODY } from '../principal/principal.repository';
import { FIRST_ADMIN } from '../setup/first-admin';
import { Principals } from '../principal/principals';
import { UserRepository, type UserRow } from '../user/user.repository';

export interface OperatorTokenOptions {
  readonly user: string;
  /** Must be a role of the user, where the user exists; else the role that it is made with. */
  readonly role?: string;
  readonly expiresInSeconds: number;
  /** Asked before a user is made; false: none is made. Absent: it is made unasked. */
  readonly mayMake?: (user: string) => Promise<boolean>;
}

/** The role of programs: a user that is made with it is one. */
const BOT = 'Bot';
/** The name of such a token in the list of the user's tokens. */
const TOKEN_NAME = 'operator';

/**
 * A token for the operator: anyone who can read the data directory or the signing key. An unknown user is created.
 * Throws
 * AppError with a message for the terminal.
 */
export function issueOperatorToken(options: OperatorTokenOptions, settings: Settings): Promise<string> {
  return asOperator(settings, async (app) => {
    const user = await findOrMake(app, options);
    const { text } = await app.get(AccessTokens).issue(user, TOKEN_NAME, options.expiresInSeconds, 'operator');
    return text;
  });
}

/** The ticket of a link that signs a user in once, within ten minutes; otherwise like a token for the operator. */
export function issueSignInTicket(
  options: Omit<OperatorTokenOptions, 'expiresInSeconds'>,
  settings: Settings,
): Promise<string> {
  return asOperator(settings, async (app) => app.get(Tickets).make(await findOrMake(app, options)));
}

async function asOperator(
  settings: Settings,
  work: (app: INestApplicationContext) => Promise<string>,
): Promise<string> {
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new AppError('SERVICE_UNAVAILABLE', 'No database: start the stack first, or set DATABASE_URL');
  try {
    return await inApplication(settings, databaseUrl, work);
  } catch (error) {
    throw error instanceof AppError ? error : explained(error);
  }
}

async function inApplication(
  settings: Settings,
  url: string,
  work: (app: INestApplicationContext) => Promise<string>,
): Promise<string> {
  const module = {
    module: class Operator {},
    imports: [ConfigModule.forRoot(settings), DatabaseModule.forRoot({ url, poolSize: 2 }), AuthModule],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** SQLSTATE of a statement on a table that is not there. */
const UNDEFINED_TABLE = '42P01';

function explained(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  const message =
    sqlState(cause) === UNDEFINED_TABLE
      ? 'The database has no tables yet: run npm run db:migrate first'
      : `No token: ${reason}`;
  return new AppError('SERVICE_UNAVAILABLE', message, { cause });
}

async function findOrMake(
  app: INestApplicationContext,
  { user: name, role, mayMake }: Omit<OperatorTokenOptions, 'expiresInSeconds'>,
): Promise<UserRow> {
  const fault = entityNameFault(name) ?? principalNameFault(name);
  if (fault !== undefined) throw badRequest(`The user name ${fault}`);
  const users = app.get(UserRepository);
  const found = await users.findByName(name);
  if (!found) {
    if (mayMake && !(await mayMake(name))) throw badRequest(`There is no user ${name}, and none was made`);
    const made = await make(app, name, role ?? (name === FIRST_ADMIN ? ADMINISTRATOR : EVERYBODY));
    if (made) return made;
  }
  // Creation failed although the user was missing: another process was faster, or the user is soft-deleted.
  const user = found ?? (await users.findByName(name));
  if (!user) throw badRequest(`User ${name} has been deleted: restore it, or take another name`);
  if (role !== undefined) await requireRole(app, user, role);
  return user;
}

async function requireRole(app: INestApplicationContext, user: UserRow, role: string): Promise<void> {
  const roles = await app.get(UserRepository).rolesOf(user.node);
  const isAdmin =
    (await app.get(Principals).find({ who: { name: user.name }, addedRoles: [], mayAdministrate: true }))?.isAdmin ??
    false;
  if (roles.includes(role) || (role === ADMINISTRATOR && isAdmin)) return;
  const has = roles.length ? `has: ${roles.join(', ')}` : 'has no role of its own';
  throw badRequest(`User ${user.name} has not the role ${role}; it ${has}`);
}

function make(app: INestApplicationContext, name: string, role: string): Promise<UserRow | undefined> {
  const users = app.get(UserRepository);
  return app.get(Database).transaction(async (tx) => {
    const user = await users.insert(tx, { name, isAdmin: name === FIRST_ADMIN, isBot: role === BOT, updatedBy: name });
    if (user && !(await users.addRole(tx, user.node, role))) {
      throw badRequest(`There is no role ${role}; there are: ${(await users.allRoles()).join(', ')}`);
    }
    return user;
  });
}
