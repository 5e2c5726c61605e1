import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { processCount } from './value-types';

/** Environment variable by which the first process numbers those that it starts. */
const PLACE = 'API_PROCESS_PLACE';
const PORT_STARTED = 'API_PORT_STARTED';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It says nothing, or its reader will tell what is wrong.
    return '';
  }
}

/**
 * How many processes API_PROCESSES asks for. For the very beginning of a start, which loads nothing else for it; 1 where the value is
 * wrong, which whoever reads all settings refuses.
 */
export function askedProcesses(): number {
  const { API_PROCESSES = parseEnv(textOf('.env'))['API_PROCESSES'] } = process.env;
  return processCount.parse(API_PROCESSES?.trim() || '1') ?? 1;
}

/** The place of this process among those of its port, from 1; undefined where it serves the port alone. */
export function processPlace(): number | undefined {
  const place = process.env[PLACE];
  return place === undefined ? undefined : Number(place);
}

/** When the first process of the port started, in epoch ms; that of this process where it serves the port alone. */
export function portStarted(): number {
  return Number(process.env[PORT_STARTED] ?? Date.now() - Math.round(process.uptime() * 1000));
}

/** The environment of the process in a place. @param started of the first process, in epoch ms */
export function placeEnvironment(place: number, started: number): Readonly<Record<string, string>> {
  return { [PLACE]: String(place), [PORT_STARTED]: String(started) };
}
