import type { Measure } from '../bench';
import type { PublishedResult } from './published';

/** A row for each measure that has a target, under the number of its workload. */
export function summaryLines(results: readonly PublishedResult[]): string[] {
  const rows = results.flatMap(({ workloads, measures }) =>
    measures.flatMap((measure) => rowsOf(measure, workloads[0] ?? '')),
  );
  const inOrder = rows.sort((one, other) => numberIn(one.workload) - numberIn(other.workload));
  return [
    '| # | measure | value | target |',
    '|---|---|---|---|',
    ...inOrder.map(({ workload, text }) => `| ${workload} | ${text} |`),
  ];
}

function rowsOf({ what, value, target, workload }: Measure, first: string): { workload: string; text: string }[] {
  if (!target) return [];
  return [
    { workload: workload ?? first, text: `${what} | ${value} | ${target.text}: ${target.met ? 'met' : 'missed'}` },
  ];
}

const numberIn = (workload: string): number => Number(/\d+/.exec(workload)?.[0] ?? Infinity);
