import { parseArgs } from 'node:util';

/** The first administrator: made unasked. */
export const DEFAULT_USER = 'admin';

export const TOKEN_USAGE = `Usage: npm run -s token -- [--user NAME] [--role ROLE] [--expires TIME] [--create] [--link]

Prints a token for the API. Whoever can read the data directory or the signing key may do so.

  --user     the user it speaks for (default ${DEFAULT_USER}); one that does not exist is made, on a terminal after a question
  --role     the role of a new user (default DataConsumer, for admin: Admin), or one of those that the user has
  --expires  how long it is good for: a number and s, m, h or d, such as 12h (default 1d, at most 365d)
  --create   make the user, if it does not exist, without a question; so does --role
  --link     print a link in place of the token: it opens the console and signs in, once and within ten minutes
`;

/** The token that the command line asks for. */
export interface TokenOptions {
  readonly user: string;
  readonly role?: string;
  readonly expiresInSeconds: number;
  /** Whether it was said that a user that does not exist shall be made. */
  readonly create: boolean;
  /** Whether a link that signs in is asked for, and no token. */
  readonly link: boolean;
}

/** The command line is wrong; the message says how. */
export class TokenUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TokenUsageError';
  }
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const LIFE = '1d';
const LONGEST_SECONDS = 365 * 86_400;

/** Throws TokenUsageError. */
export function tokenOptions(args: readonly string[]): TokenOptions {
  const { user, role, expires, create, link } = parsed(args);
  if (user.trim() === '') throw new TokenUsageError('--user is empty');
  if (role?.trim() === '') throw new TokenUsageError('--role is empty');
  if (link && expires !== undefined) throw new TokenUsageError('--expires is not for links: they work for ten minutes');
  const expiresInSeconds = seconds(expires ?? LIFE);
  const options = { user, expiresInSeconds, create: create || role !== undefined, link };
  return role === undefined ? options : { ...options, role };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        user: { type: 'string', default: DEFAULT_USER },
        role: { type: 'string' },
        expires: { type: 'string' },
        create: { type: 'boolean', default: false },
        link: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new TokenUsageError((error as Error).message);
  }
}

function seconds(text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  const result = match ? Number(match[1]) * (SECONDS[match[2] ?? ''] ?? 0) : 0;
  if (result > 0 && result <= LONGEST_SECONDS) return result;
  throw new TokenUsageError(`--expires "${text}" is not a number from 1 followed by s, m, h or d, at most 365d`);
}
