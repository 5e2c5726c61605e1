import { fileFault, fileWords, missingFile } from './file-fault';
import { type Explanation, type Reason, SourceError } from '../reason';
import type { FilesConfig } from './files-config';

/** Errors of the engine begin with their kind. */
const BY_KIND: readonly (readonly [RegExp, Reason])[] = [
  [/^Out of Memory Error/i, 'tooLarge'],
  [/^INTERRUPT Error/i, 'timedOut'],
  [/^IO Error: .*permission denied/is, 'notPermitted'],
  [/^IO Error: .*(no such file|no files found)/is, 'tableNotFound'],
];

const FILE_SYSTEM: Readonly<Record<string, Reason>> = {
  EACCES: 'notPermitted',
  EPERM: 'notPermitted',
  ENOENT: 'folderNotFound',
};

/** @param statement what was sent; without one the trouble is the folder's */
export function explainFiles(error: unknown, { path }: FilesConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const malformed = fileFault(text, path);
  if (malformed !== undefined) return { reason: 'fileMalformed', message: malformed };
  const message = missingFile(text, path) ?? fileWords(text, path, statement);
  const ofFolder = FILE_SYSTEM[String((error as { code?: unknown } | undefined)?.code)];
  if (ofFolder)
    return {
      reason: ofFolder,
      field: 'connection.config.configSource.path',
      message,
      cure: `The account of the worker has to be able to read ${path} and what lies below it`,
    };
  return {
    reason: BY_KIND.find(([kind]) => kind.test(text))?.[1] ?? (statement === undefined ? 'internal' : 'sqlError'),
    message,
  };
}
