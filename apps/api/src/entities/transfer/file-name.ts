const UNSAFE = /[^A-Za-z0-9._-]+/g;
const LONGEST = 100;

/** `tables-<FQN>.csv` in characters that every file system and every header accepts. */
export function fileName(fqn: string, extension: string): string {
  const safe = fqn.replace(UNSAFE, '_').slice(0, LONGEST).replace(/\.+$/, '');
  return `tables-${safe}.${extension}`;
}
