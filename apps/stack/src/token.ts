import { createInterface } from 'node:readline/promises';
import { issueOperatorToken } from '@app/auth';
import { AppError } from '@app/common';
import { exitOnBadSettings } from '@app/config';
import { NoDatabaseError, withRunningDatabase } from './state/database-address';
import { DEFAULT_USER, TOKEN_USAGE, TokenUsageError, tokenOptions } from './token-options';

/** `npm run -s token`: prints a token and nothing else on stdout. */
async function token(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(TOKEN_USAGE);
    return 0;
  }
  try {
    const { create, ...options } = tokenOptions(args);
    const asks = process.stdin.isTTY === true && !create && options.user !== DEFAULT_USER;
    const settings = withRunningDatabase(exitOnBadSettings());
    process.stdout.write(`${await issueOperatorToken({ ...options, ...(asks && { mayMake }) }, settings)}\n`);
    return 0;
  } catch (error) {
    return refuse(error);
  }
}

/** On the terminal, but not on stdout: that is for the token alone. */
async function mayMake(user: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`There is no user ${user}. Make it? (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}

/** 2: the request was wrong; 1: it could not be met now. */
function refuse(error: unknown): number {
  const wrong = error instanceof TokenUsageError || error instanceof AppError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n${error instanceof TokenUsageError ? `\n${TOKEN_USAGE}` : ''}`);
  if (!wrong && !(error instanceof NoDatabaseError)) process.stderr.write('No token was issued.\n');
  return wrong ? 2 : 1;
}

void token(process.argv.slice(2)).then((code) => process.exit(code));
