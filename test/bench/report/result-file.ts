import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, BenchReport } from '../bench';

const SIGNIFICANT = 5;

/** A report, and the run that made it. */
export interface RunResult extends BenchReport {
  readonly workloads: readonly string[];
  readonly command: string;
  /** Day of the run, `2026-11-25`. */
  readonly date: string;
  readonly machine: string;
}

export function resultOf({ workloads }: Bench, report: BenchReport, machine: string, command: string): RunResult {
  return { ...report, workloads, command, date: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length), machine };
}

/** Writes `<folder>/<name>.json`. Numbers are rounded: nothing here is known better than that. */
export function writeResult(folder: string, result: RunResult): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.name}.json`);
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(SIGNIFICANT)) : value;
  writeFileSync(file, `${JSON.stringify(result, rounded, 2)}\n`);
  return file;
}
