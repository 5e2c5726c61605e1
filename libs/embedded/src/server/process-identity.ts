import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Whether the process exists, under any owner. A zombie exists. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process started, in a form only good for comparing; null when it is gone (or a zombie). With the pid it
 * names a process for good: pids are used again.
 */
export function processStartTime(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const stat = readProc(pid, 'stat');
  if (stat === null) return null;
  // The second field, the program's name in brackets, may contain anything, brackets and blanks too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/** Pids of all processes. Linux only; elsewhere there are none. */
export function allProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Linux only; null when the process is gone. */
export function parentOf(pid: number): number | null {
  const stat = readProc(pid, 'stat');
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** The command line, its words separated by blanks; null when the process is gone. */
export function commandLine(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ').trim() || null;
}

function readProc(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

function ps(pid: number, format: string): string | null {
  const { stdout } = spawnSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || null;
}
