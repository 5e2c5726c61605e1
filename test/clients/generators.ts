import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The releases that the document is held to, from PyPI and npm. */
const PYTHON_PACKAGES = ['openapi-python-client==0.29.0', 'schemathesis==4.32.5'];
const NPM_PACKAGES = [
  'orval@8.38.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'axios@1.21.1',
  'typescript@5.9.3',
  '@types/node@22.20.5',
];
/** Orval needs a newer Node than the service does; it and the clients, which are TypeScript, run by one of their own. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}@22.23.3`;
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'metadata-catalog');
const INSTALL_MS = 300_000;

/** The programs of a folder that has them, or why there are none. */
export type Found<Programs> = Programs | { readonly refusal: string };

/** The generator of Python clients and Schemathesis, in a virtual environment in the user's cache. */
export function pythonPrograms(): Found<{ readonly python: string; readonly bin: string }> {
  const folder = join(CACHE, 'clients-openapi-python-client-0.29.0-schemathesis-4.32.5');
  const bin = join(folder, 'bin');
  const python = join(bin, 'python');
  const refusal = installedOnce(folder, [
    ['python3', ['-m', 'venv', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', ...PYTHON_PACKAGES]],
  ]);
  return refusal === undefined ? { python, bin } : { refusal };
}

/** A Node, and the packages: the generators of TypeScript clients and what the clients need. */
export function nodePrograms(): Found<{ readonly node: string; readonly packages: string }> {
  const folder = join(CACHE, 'clients-orval-8.38.0-openapi-typescript-7.13.0');
  const install = ['install', '--prefix', folder, '--save-exact', '--no-audit', '--no-fund', '--silent'];
  const refusal = installedOnce(folder, [['npm', [...install, NODE_PACKAGE, ...NPM_PACKAGES]]]);
  const [name = ''] = NODE_PACKAGE.split('@');
  const packages = join(folder, 'node_modules');
  return refusal === undefined ? { node: join(packages, name, 'bin', 'node'), packages } : { refusal };
}

function installedOnce(
  folder: string,
  commands: readonly (readonly [string, readonly string[]])[],
): string | undefined {
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [command, given] of commands) {
    const { status, stderr, error } = spawnSync(command, given, { encoding: 'utf8', timeout: INSTALL_MS });
    if (status === 0) continue;
    const last = error?.message ?? stderr.trim().split('\n').at(-1);
    return `${command} ${given.slice(0, 3).join(' ')} failed: ${last ?? 'for no reason that it gives'}`;
  }
  writeFileSync(complete, '');
  return undefined;
}
