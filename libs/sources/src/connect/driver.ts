import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { SourceError } from '../reason';

/** Name of the driver of an engine that needs no package. */
export const NODE_DRIVER = 'node';

/** State of the npm package that an engine loads with its first connection: whether it is there, and which version. */
export interface DriverState {
  readonly package: string;
  readonly installed: boolean;
  readonly version?: string;
}

/**
 * Finds a driver in the folder of drivers, then beside the program. Nothing of it is loaded.
 * @param folder with a `node_modules` of its own
 */
export function driverState(name: string, folder?: string): DriverState {
  if (name === NODE_DRIVER) return { package: name, installed: true, version: process.versions.node };
  const found = mainFile(name, folder);
  if (found === undefined) return { package: name, installed: false };
  const version = versionOf(dirname(found), name);
  return { package: name, installed: true, ...(version !== undefined && { version }) };
}

/**
 * Loads a driver that is no part of the installation, with the first reading that needs it. Its exports are declared by the engine, which
 * declares the part of it that is used.
 * @param folder with a `node_modules` of its own
 * @throws {SourceError} `driverMissing`
 */
export function loadDriver<Driver>(name: string, folder?: string): Promise<Driver> {
  const found = mainFile(name, folder);
  if (found === undefined) return Promise.reject(missing(name, 'is not installed'));
  try {
    return Promise.resolve(createRequire(found)(found) as Driver);
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return Promise.reject(missing(name, `cannot be loaded: ${withoutFolders(why)}`, error));
  }
}

/** Folders of the worker's machine are not shown. */
const withoutFolders = (text: string): string => text.replaceAll(/(?<![^\s'"(])\/[^\s'"]+/g, (path) => basename(path));

function missing(name: string, why: string, cause?: unknown): SourceError {
  const message = `The driver ${name} ${why}`;
  return new SourceError({ reason: 'driverMissing', message, cure: `npm install ${name}` }, { cause });
}

/** A folder that is named comes before what lies beside the program, which looks in the folders above this file. */
function mainFile(name: string, folder: string | undefined): string | undefined {
  for (const place of [folder, __dirname]) {
    if (place === undefined) continue;
    try {
      return createRequire(join(place, 'driver.js')).resolve(name);
    } catch {
      // It is looked for at the next path.
    }
  }
  return undefined;
}

/** A package need not let its description be imported, so it is looked for above its main file. */
function versionOf(folder: string, name: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const described = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (described.name === name) return described.version;
  }
  return dirname(folder) === folder ? undefined : versionOf(dirname(folder), name);
}
