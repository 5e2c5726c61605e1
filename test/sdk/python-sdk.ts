import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSION = '1.12.14.2';
/** What the release needs beside what it names; later releases of dbt-core are no packages of PyPI alone. */
const PACKAGES = [`openmetadata-ingestion[postgres,dbt]==${VERSION}`, 'dbt-core<1.11', 'cachetools'];
/** Installing takes about a minute on a fast line. */
const INSTALL_MS = 900_000;

/** A Python that has the SDK and its command line, or why there is none. */
export type PythonSdk = { readonly python: string; readonly metadata: string } | { readonly refusal: string };

/** Uses the virtual environment that SDK_VENV names, else makes one in the user's cache, once. */
export function pythonSdk(): PythonSdk {
  const { SDK_VENV: given, XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  const folder = given ?? join(cache, 'metadata-catalog', `openmetadata-ingestion-${VERSION}-with-sources`);
  const python = join(folder, 'bin', 'python');
  const metadata = join(folder, 'bin', 'metadata');
  const complete = join(folder, 'complete');
  if (given !== undefined ? existsSync(python) : existsSync(complete)) return { python, metadata };
  if (given !== undefined) return { refusal: `SDK_VENV names ${given}, which has no bin/python` };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const refusal =
    failureOf('python3', ['-m', 'venv', folder]) ?? failureOf(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES]);
  if (refusal !== undefined) return { refusal };
  writeFileSync(complete, '');
  return { python, metadata };
}

function failureOf(command: string, given: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, given, { encoding: 'utf8', timeout: INSTALL_MS });
  if (status === 0) return undefined;
  const last = error?.message ?? stderr.trim().split('\n').at(-1);
  return `${command} ${given.slice(0, 3).join(' ')} failed: ${last ?? 'for no reason that it gives'}`;
}
