import { createInterface } from 'node:readline/promises';
import { issueOperatorToken, issueSignInTicket, type OperatorTokenOptions } from '@app/auth';
import { AppError } from '@app/common';
import { consoleFolder, exitOnBadSettings, type Settings } from '@app/config';
import { NoDatabaseError, withRunningDatabase } from './state/database-address';
import { apiUrl, readState, signInAddress } from './state/state-file';
import { DEFAULT_USER, TOKEN_USAGE, TokenUsageError, tokenOptions } from './token-options';

/** `npm run -s token`: prints a token, or a link that signs in, and nothing else on stdout. */
async function token(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(TOKEN_USAGE);
    return 0;
  }
  try {
    const { create, link, ...options } = tokenOptions(args);
    const asks = process.stdin.isTTY === true && !create && options.user !== DEFAULT_USER;
    const settings = withRunningDatabase(exitOnBadSettings());
    const issue = link ? signInLink : issueOperatorToken;
    process.stdout.write(`${await issue({ ...options, ...(asks && { mayMake }) }, settings)}\n`);
    return 0;
  } catch (error) {
    return refuse(error);
  }
}

/** Opens the console: that of the stack which runs, or which is set up here. */
async function signInLink(options: OperatorTokenOptions, settings: Settings): Promise<string> {
  if (!consoleFolder(settings)) throw new TokenUsageError('--link opens the console, which is off or not built');
  const ticket = await issueSignInTicket(options, settings);
  return signInAddress(settings.publicUrl ?? readState(settings.dataDir)?.baseUrl ?? apiUrl(settings), ticket);
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
