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
