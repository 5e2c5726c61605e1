/** How a run of benches was asked for. */
export interface BenchOptions {
  /** Small enough for CI: less data, shorter slices. Its timing says little; its checks say as much. */
  readonly quick: boolean;
  /** Told what goes on; one line each. */
  readonly log: (line: string) => void;
}

/** One row of a report: what was measured, and what it should be. */
export interface Measure {
  readonly what: string;
  /** Where there is a target, it begins with the number that the target is about. */
  readonly value: string;
  /** Number of the workload, where a bench measures several. */
  readonly workload?: string;
  /** What we aim at, from `≥` or `≤` on; a target that is missed is shown as missed and fails nothing. */
  readonly target?: { readonly text: string; readonly met: boolean };
}

export interface BenchReport {
  readonly name: string;
  readonly title: string;
  /** Dataset and settings, as sentences. */
  readonly setting: readonly string[];
  readonly measures: readonly Measure[];
  /** EXPLAIN of the hot statements, by a title. */
  readonly plans: Readonly<Record<string, readonly string[]>>;
  /** Wrong answers and wrong statement counts: these fail the run. */
  readonly faults: readonly string[];
  /** All that was measured, for whoever compares runs. */
  readonly raw: unknown;
}

export interface Bench {
  readonly name: string;
  /** Numbers of the workloads that it measures, such as W5: by these the documentation speaks of them. */
  readonly workloads: readonly string[];
  /** Whether its last table stands in the documentation. */
  readonly isPublished?: true;
  run(options: BenchOptions): Promise<BenchReport>;
}
