import type { LineageSource } from './lineage-source';

/** Some columns of the first asset that make one of the second; each by its path inside its asset, as `struct.field`. */
export interface ColumnMapping {
  readonly fromColumns: readonly string[];
  readonly toColumn: string;
  /** How, in the words of whoever said it. */
  readonly function?: string;
}

/** An edge as it is to be stored: everything that it names is found. Nodes are bigint in decimal. */
export interface EdgeDraft {
  readonly fromNode: string;
  readonly toNode: string;
  readonly source: LineageSource;
  /** The node of the pipeline or stored procedure that does it. */
  readonly pipeline?: string;
  readonly sqlQuery?: string;
  /** Of the edge; that of its details stands in `details`. */
  readonly description?: string;
  /** What else its details say, kept as it came. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly columns: readonly ColumnMapping[];
}
