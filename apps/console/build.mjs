import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

// Builds the console into dist/console; `--if-changed` does nothing where that was made of the same sources.

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = join(FOLDER, '../..');
const BUILT = join(PROJECT, 'dist/console');
const DIGEST = join(PROJECT, 'dist/console.digest');

/** What goes in beside its own sources. */
const INPUTS = [
  'package-lock.json',
  'docs/openapi.json',
  'libs/contracts/src/odcs/schemas/odcs-json-schema-v3.1.0.json',
].map((file) => join(PROJECT, file));

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Of all that goes into the built files. */
function digestOfSources() {
  const hash = createHash('sha256');
  for (const file of [...filesBelow(FOLDER), ...INPUTS]) {
    hash.update(file.slice(PROJECT.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const isCurrent = (digest) =>
  existsSync(join(BUILT, 'index.html')) && existsSync(DIGEST) && readFileSync(DIGEST, 'utf8') === digest;

const digest = digestOfSources();
if (!process.argv.includes('--if-changed') || !isCurrent(digest)) {
  // Asked for by a test it would be `test`, and the pages those for developers: half as large again.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(FOLDER, 'vite.config.mjs'), logLevel: 'warn' });
  // The server hands these out as they are: nothing is packed while somebody waits.
  for (const file of filesBelow(BUILT).filter((name) => /\.(js|css|svg)$/.test(name))) {
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
  writeFileSync(DIGEST, digest);
}
