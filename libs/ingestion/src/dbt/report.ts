import type { Actor } from '@app/common';
import type { DbtProject, Skipped } from './project';

/** The outcome of an import; the same files again give the same numbers and change nothing. */
export interface DbtReport {
  /** Relations that stand in the catalog. */
  readonly tables: number;
  readonly edges: number;
  /** Columns of the tables, as far as the project or its catalog names them. */
  readonly columns: number;
  readonly tests: number;
  readonly results: number;
  readonly contracts: number;
  readonly skipped: readonly Skipped[];
}

/** Collects what became of the parts of a project. */
export class ReportWriter {
  private readonly skipped: Skipped[];

  constructor(skipped: readonly Skipped[]) {
    this.skipped = [...skipped];
  }

  skip(id: string, reason: string, proposal?: string): void {
    this.skipped.push({ id, reason, ...(proposal !== undefined && { proposal }) });
  }

  finish(counts: Omit<DbtReport, 'skipped'>): DbtReport {
    return { ...counts, skipped: this.skipped };
  }
}

/** One import: on whose behalf, of what, and what becomes of it. */
export interface ImportRun {
  readonly actor: Actor;
  readonly project: DbtProject;
  readonly report: ReportWriter;
}

/** A relation of the project with the table that it is. */
export interface ResolvedTable {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  readonly ownerIds: readonly string[];
}
