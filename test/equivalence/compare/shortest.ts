import type { Step } from '../script/step';

/**
 * The fewest steps, in their order, whose last one still fails: halves, quarters and so on are left out as long as it does.
 *
 * @param fails whether the last of the steps fails when these alone are sent
 * @param withinMs looks no further after this time: what is found by then is short, but perhaps not the shortest
 */
export async function shortestFailing(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  withinMs: number,
): Promise<readonly Step[]> {
  const deadline = Date.now() + withinMs;
  const last = steps.at(-1) as Step;
  let before = steps.slice(0, -1);
  if (!(await fails(steps))) return steps;
  for (let size = Math.ceil(before.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = Math.max(0, before.length - size); ; at -= size) {
      if (Date.now() > deadline) return [...before, last];
      const from = Math.max(0, at);
      const rest = [...before.slice(0, from), ...before.slice(at + size)];
      if (rest.length < before.length && (await fails([...rest, last]))) before = rest;
      if (from === 0) break;
    }
  }
  return [...before, last];
}

/** The steps on entities of other names, so that they can be sent to the same service once more. */
export function underPrefix(steps: readonly Step[], prefix: string, other: string): Step[] {
  return JSON.parse(JSON.stringify(steps).replaceAll(prefix, other)) as Step[];
}
