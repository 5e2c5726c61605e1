import { issueOperatorToken } from '@app/auth';
import { AppError } from '@app/common';
import { exitOnBadSettings } from '@app/config';
import { NoDatabaseError, withRunningDatabase } from './state/database-address';
import { TOKEN_USAGE, TokenUsageError, tokenOptions } from './token-options';

/** `npm run -s token`: prints a token and nothing else on stdout. */
async function token(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(TOKEN_USAGE);
    return 0;
  }
  try {
    const options = tokenOptions(args);
    const settings = withRunningDatabase(exitOnBadSettings());
    process.stdout.write(`${await issueOperatorToken(options, settings)}\n`);
    return 0;
  } catch (error) {
    return refuse(error);
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
