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
    // It is empty, or its reader will report the fault.
    return '';
  }
}

/**
 * How many processes API_PROCESSES asks for. For the very beginning of a start, which loads nothing else for it; 1 where the value is
 * wrong, which readers of all settings refuse.
 */
export function askedProcesses(): number {
  const { API_PROCESSES = parseEnv(textOf('.env'))['API_PROCESSES'] } = process.env;
  return processCount.parse(API_PROCESSES?.trim() || '1') ?? 1;
}

/** The number of this process among those of its port, from 1; undefined if it serves the port alone. */
export function processPlace(): number | undefined {
  const slot = process.env[PLACE];
  return slot === undefined ? undefined : Number(slot);
}

/** When the first process of the port started, in epoch ms; that of this process where it serves the port alone. */
export function portStarted(): number {
  return Number(process.env[PORT_STARTED] ?? Date.now() - Math.round(process.uptime() * 1000));
}

/** The environment of the process with a number. @param started of the first process, in epoch ms */
export function slotEnvironment(slot: number, started: number): Readonly<Record<string, string>> {
  return { [PLACE]: String(slot), [PORT_STARTED]: String(started) };
}
