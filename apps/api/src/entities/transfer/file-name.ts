const UNSAFE = /[^A-Za-z0-9._-]+/g;
const LONGEST = 100;

/** `tables-<FQN>.csv`, by what is in the file, in characters that every file system and every header accepts. */
export function fileName(fqn: string, extension: string, of = 'tables'): string {
  const safe = fqn.replace(UNSAFE, '_').slice(0, LONGEST).replace(/\.+$/, '');
  return `${of}-${safe}.${extension}`;
}

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
} as const;

/** The headers of a download of the content of a container: its tables, or the given words. */
export function downloadHeaders(fqn: string, format: keyof typeof MEDIA_TYPES, of?: string): Record<string, string> {
  return {
    'content-type': MEDIA_TYPES[format],
    'content-disposition': `attachment; filename="${fileName(fqn, format, of)}"`,
  };
}
