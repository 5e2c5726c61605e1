import { constants, PerformanceObserver } from 'node:perf_hooks';
import { IdleMemory, type WatchedProcess } from './idle-memory';

const MB = 1024 * 1024;
const SILENT = { log: () => undefined, warn: () => undefined };

/** A process as it was seen at each look: how busy, and how many MB it used. Resolves when all have been seen. */
async function collectionsOf(looks: readonly (readonly [busy: number, mb: number])[], left = 50): Promise<number[]> {
  const collected: number[] = [];
  let [look, held] = [-1, 0];
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isOwn = false;
  const watched: WatchedProcess = {
    busy: () => {
      if (isOwn) return ((isOwn = false), 1);
      look++;
      if (look >= looks.length) return (end(), 1);
      held = looks[look]![1];
      return looks[look]![0];
    },
    resident: () => held * MB,
    collect: async () => {
      collected.push(look);
      held = left;
      isOwn = true;
    },
  };
  const memory = new IdleMemory(SILENT, watched, 1);
  memory.start();
  await ended;
  await memory.stop();
  return collected;
}

describe('the memory of an idle process', () => {
  it('is given back once after the start, as soon as the process is idle', async () => {
    expect(await collectionsOf([[0.6, 200], [0.2, 200], [0.01, 200], [0.01, 60], [0, 70]])).toEqual([2]); // prettier-ignore
  });

  it('is given back again after a burst that left much, not after one that left little', async () => {
    expect(await collectionsOf([[0.01, 200], [0.9, 300], [0.01, 81], [0.9, 300], [0.01, 90]])).toEqual([0, 4]); // prettier-ignore
  });

  it('is collected in this process', async () => {
    const memory = new IdleMemory(SILENT, undefined, 50);
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const kinds = list.getEntries().map((entry) => (entry as unknown as CollectionEntry).detail.kind);
        if (kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) resolve(observer.disconnect());
      });
      observer.observe({ entryTypes: ['gc'] });
      memory.start();
    });
    await memory.stop();
  });
});

/** Not in the types of Node. */
interface CollectionEntry {
  readonly detail: { readonly kind: number };
}
