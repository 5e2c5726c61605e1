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
  const { name, title, setting, measures, plans, pictures = {}, faults, raw } = report;
  const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const drawn = Object.keys(pictures);
  const run = { name, title, workloads, command, date, machine: where, setting };
  const content = { ...run, measures, pictures: drawn, faults, plans, raw };
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(SIGNIFICANT)) : value;
  writeFileSync(file, `${JSON.stringify(content, rounded, 2)}\n`);
  return file;
}
