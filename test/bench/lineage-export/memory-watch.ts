import { residentMb } from '../measure/process-cost';

const LOOK_MS = 20;

/** The largest resident size of a process while some work goes on, in MB. */
export async function peakWhile<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = residentMb(pid);
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid))), LOOK_MS);
  try {
    return { result: await work(), peakMb };
  } finally {
    clearInterval(timer);
  }
}
