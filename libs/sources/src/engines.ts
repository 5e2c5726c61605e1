import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from './engine';
import { filesEngine } from './files/files-engine';
import { mysqlEngine } from './mysql/mysql-engine';
import { postgresEngine } from './postgres/postgres-engine';

/** Each with its own config, which nobody but the engine itself looks into. */
export const ENGINES: readonly Engine[] = [postgresEngine as Engine, mysqlEngine as Engine, filesEngine as Engine];

/** The engine that reads services of a type; undefined where there is none. */
export function engineOf(serviceType: string): Engine | undefined {
  return ENGINES.find(({ serviceTypes }) =>
    serviceTypes.some((one) => one.toLowerCase() === serviceType.toLowerCase()),
  );
}

/** The npm package that an engine loads with its first connection, and whether it is there. */
export interface DriverState {
  readonly package: string;
  readonly installed: boolean;
  readonly version?: string;
}

export function driverState({ driver }: Engine): DriverState {
  try {
    const version = versionOf(dirname(require.resolve(driver)), driver);
    return { package: driver, installed: true, ...(version !== undefined && { version }) };
  } catch {
    return { package: driver, installed: false };
  }
}

/** A package need not let its description be imported, so it is looked for above its main file. */
function versionOf(folder: string, driver: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (name === driver) return version;
  }
  return dirname(folder) === folder ? undefined : versionOf(dirname(folder), driver);
}
