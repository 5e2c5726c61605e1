import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms (USER_HZ) whatever the kernel's own clock is. */
const TICK_MICROS = 10_000;
/** Places of ppid, utime and stime behind the name of the program, see proc(5). */
const [PPID, UTIME, STIME] = [1, 11, 12] as const;

/** Bytes → MB as they are reported. */
const KB_PER_MB = 1024;

function procFile(pid: number | string, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has gone, or this system has no /proc.
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat behind the name, which may hold blanks and brackets. */
function stat(pid: number | string): string[] | undefined {
  const text = procFile(pid, 'stat');
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** User and system time of living processes so far, in µs by process id; empty where there is no /proc. */
export type CpuReading = ReadonlyMap<number, number>;

export function readCpu(pids: readonly number[]): CpuReading {
  const readings = pids.flatMap((pid): [number, number][] => {
    const fields = stat(pid);
    return fields ? [[pid, (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_MICROS]] : [];
  });
  return new Map(readings);
}

/** What was used between two readings. A process that began meanwhile counts whole; one that ended, not at all. */
export function cpuMicrosBetween(before: CpuReading, after: CpuReading): number {
  return [...after].reduce((sum, [pid, micros]) => sum + micros - (before.get(pid) ?? 0), 0);
}

/** A process and its children: PostgreSQL is a postmaster with a process per connection, an API of several processes one that starts them. */
export function family(pid: number): number[] {
  const children = listProcesses().filter((each) => Number(stat(each)?.[PPID]) === pid);
  return [pid, ...children.map(Number)];
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function lineOfKb(text: string | undefined, name: string): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1];
  return kb === undefined ? NaN : Number(kb) / KB_PER_MB;
}

/** Memory of a process in MB; NaN where the system does not tell. */
export function residentMb(pid: number): number {
  return lineOfKb(procFile(pid, 'status'), 'VmRSS');
}

/** Of a process and its children, in MB: the sum of what each had at most. */
export function peakResidentMb(pid: number): number {
  return family(pid)
    .map((each) => lineOfKb(procFile(each, 'status'), 'VmHWM'))
    .reduce((sum, each) => sum + each, 0);
}

/** Memory of processes that share some of it, each shared page counted once, in MB. */
export function proportionalMb(pids: readonly number[]): number {
  return pids.map((pid) => lineOfKb(procFile(pid, 'smaps_rollup'), 'Pss')).reduce((sum, each) => sum + each, 0);
}
