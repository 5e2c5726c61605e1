import { residentMb } from './process-cost';

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

/** Does `work` again and again while `measure` goes on, and waits for the last one. */
export async function during<T>(work: (() => Promise<unknown>) | undefined, measure: () => Promise<T>): Promise<T> {
  let going = true;
  const working = (async () => {
    while (work && going) await work();
  })();
  try {
    return await measure();
  } finally {
    going = false;
    await working;
  }
}
