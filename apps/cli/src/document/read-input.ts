import { readFileSync, statSync } from 'node:fs';
import { usageError } from '../cli-error';

/** The largest body that the service takes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file, or stdin for `-`. @throws {CliError} usage where it cannot be read */
export async function readInput(
  file: string,
  stdin: { readonly readStdin: () => Promise<Buffer> },
  most = MOST_BYTES,
): Promise<Buffer> {
  const bytes = file === '-' ? await stdin.readStdin() : onFile(file, 'read', () => readFileSync(file));
  if (bytes.length > most) throw usageError(`${file} has ${bytes.length} bytes; at most ${most} are taken`);
  return bytes;
}

/**
 * Reads a password from a file, or for `-` from stdin, which on a terminal shows nothing of it; without the end of its line.
 * @throws {CliError} usage where it is empty
 */
export async function readPassword(
  file: string,
  { readSecret }: { readonly readSecret: (prompt: string) => Promise<Buffer> },
): Promise<string> {
  const readStdin = (): Promise<Buffer> => readSecret('Password: ');
  const password = (await readInput(file, { readStdin })).toString('utf8').replace(/\r?\n$/, '');
  if (password === '') throw usageError(`the password is empty: it is read from ${file === '-' ? 'stdin' : file}`);
  return password;
}

/** The text of a file; undefined where there is none. @throws {CliError} usage where it cannot be read */
export function readIfThere(file: string): string | undefined {
  return onFile(file, 'read', () =>
    statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : undefined,
  );
}

/** The result of work on a file. @throws {CliError} usage where the system refuses it, with the reason */
export function onFile<T>(file: string, done: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error;
    throw usageError(`${file} cannot be ${done}: ${fileFault(error)}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
};

/** Why a file cannot be read or written, in words. */
export function fileFault(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  return REASONS[code] ?? message;
}
