import { AppError, badRequest } from '@app/common';
import type { Settings } from '@app/config';
import { Database, sqlState } from '@app/database';
import { composeAuth } from '../compose-auth';
import type { Auth } from '../compose-auth';
import { ADMINISTRATOR, EVERYBODY } from '../principal/principal.repository';
import { FIRST_ADMIN } from '../setup/first-admin';
import type { UserRow } from '../user/user.repository';

export interface OperatorTokenOptions {
  readonly user: string;
  /** Must be a role of the user, where the user exists; else the role that it is made with. */
  readonly role?: string;
  readonly expiresInSeconds: number;
}

/** As for any entity: 1 to 256 characters, none of them a control character or a quote, no `::`. */
const NAME = /^(?!.*::)[^\p{Cc}"\uD800-\uDFFF]{1,256}$/u;
/** Such a token can be told from others in the list of the user's tokens. */
const TOKEN_NAME = 'operator';

/**
 * A token for whoever may read the data directory or the signing key, and so is the operator. An unknown user is made. Throws
 * AppError with a message for the terminal.
 */
export async function issueOperatorToken(options: OperatorTokenOptions, settings: Settings): Promise<string> {
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new AppError('SERVICE_UNAVAILABLE', 'No database: start the stack first, or set DATABASE_URL');
  try {
    return await issue(options, settings, databaseUrl);
  } catch (error) {
    throw error instanceof AppError ? error : explained(error);
  }
}

async function issue(options: OperatorTokenOptions, settings: Settings, url: string): Promise<string> {
  const database = await Database.connect({ url, poolSize: 2 });
  try {
    const auth = await composeAuth(database, settings);
    const user = await findOrMake(auth, database, options);
    const { text } = await auth.accessTokens.issue(user, TOKEN_NAME, options.expiresInSeconds, 'operator');
    return text;
  } finally {
    await database.close();
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
  auth: Auth,
  database: Database,
  { user: name, role }: OperatorTokenOptions,
): Promise<UserRow> {
  if (!NAME.test(name)) throw badRequest('The user name must have 1 to 256 characters, no control character, " or ::');
  const found = await auth.users.findByName(name);
  if (!found) {
    const made = await make(auth, database, name, role ?? (name === FIRST_ADMIN ? ADMINISTRATOR : EVERYBODY));
    if (made) return made;
  }
  // Not made although it was not there: another process was faster, or the user is deleted.
  const user = found ?? (await auth.users.findByName(name));
  if (!user) throw badRequest(`User ${name} has been deleted: restore it, or take another name`);
  if (role !== undefined) await requireRole(auth, user, role);
  return user;
}

async function requireRole({ users, principals }: Auth, user: UserRow, role: string): Promise<void> {
  const roles = await users.rolesOf(user.node);
  const isAdmin =
    (await principals.find({ who: { name: user.name }, addedRoles: [], mayAdministrate: true }))?.isAdmin ?? false;
  if (roles.includes(role) || (role === ADMINISTRATOR && isAdmin)) return;
  const has = roles.length ? `has: ${roles.join(', ')}` : 'has no role of its own';
  throw badRequest(`User ${user.name} has not the role ${role}; it ${has}`);
}

function make({ users }: Auth, database: Database, name: string, role: string): Promise<UserRow | undefined> {
  return database.transaction(async (tx) => {
    const user = await users.insert(tx, { name, isAdmin: name === FIRST_ADMIN, updatedBy: name });
    if (user && !(await users.addRole(tx, user.node, role))) {
      throw badRequest(`There is no role ${role}; there are: ${(await users.allRoles()).join(', ')}`);
    }
    return user;
  });
}
