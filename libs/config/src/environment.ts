import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function dotEnv(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

/**
 * The variables of this process over those of a file `.env` in the working directory: the environment takes
 * precedence.
 */
export function currentEnvironment(file = '.env'): Environment {
  return { ...dotEnv(file), ...process.env };
}
