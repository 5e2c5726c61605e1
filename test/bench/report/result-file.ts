import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, BenchReport } from '../bench';

const SIGNIFICANT = 5;

/** Writes `<folder>/<name>.json`. Numbers are rounded: nothing here is known better than that. */
export function writeResult(
  folder: string,
  { workloads }: Pick<Bench, 'workloads'>,
  report: BenchReport,
  where: string,
  command: string,
): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${report.name}.json`);
  const { name, measures, faults, raw } = report;
  const content = { name, workloads, command, machine: where, measures, faults, raw };
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(SIGNIFICANT)) : value;
  writeFileSync(file, `${JSON.stringify(content, rounded, 2)}\n`);
  return file;
}
