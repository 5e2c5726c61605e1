import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres.error';

/** Node's names of the platforms that packages are published for. The Linux ones need glibc. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

const OTHERWISE = 'Or set DATABASE_URL to a PostgreSQL (14 or later) of your own.';

const unsupported = (message: string, cause?: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError('unsupported_platform', `${message} ${OTHERWISE}`, cause);

/** The folder with PostgreSQL's `bin`, `lib` and `share` for a platform such as `linux-x64`. */
export function nativeDirectory(platform = `${process.platform}-${process.arch}`): string {
  if (!PLATFORMS.includes(platform))
    throw unsupported(`There is no embedded PostgreSQL for ${platform} (only for ${PLATFORMS.join(', ')}).`);
  const name = `@embedded-postgres/${platform}`;
  const native = join(packageDirectory(name), 'native');
  if (existsSync(join(native, 'bin', 'postgres'))) return native;
  throw unsupported(`The package ${name} holds no PostgreSQL in ${native}: install it anew.`);
}

function packageDirectory(name: string): string {
  try {
    // The package exports one file, <package>/dist/index.js, and not its package.json.
    return dirname(dirname(require.resolve(name)));
  } catch (error) {
    throw unsupported(`The optional dependency ${name} is not installed: run npm ci without --omit=optional.`, error);
  }
}
