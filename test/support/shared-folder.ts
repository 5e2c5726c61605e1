import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Sample data that others have published, and servers that can be started: large, not ours, and shared by several checkouts.
 * The only place that knows where. Tests that need it are left out where it is not there.
 */
const FOLDER = process.env.TEST_SHARED_FOLDER || resolve(__dirname, '../../../shared');

export function sharedPath(name: string): string {
  return join(FOLDER, name);
}

/** Says what of these is not there; undefined where all of it is. */
export function missingShared(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !existsSync(sharedPath(name)));
  return missing.length ? `no ${missing.join(', ')} in TEST_SHARED_FOLDER` : undefined;
}
