import type { LineageSource } from './lineage-source';

/**
 * Columns of the source asset from which one column of the target asset is derived; each by its path inside its
 * asset, as `struct.field`.
 */
export interface ColumnMapping {
  readonly fromColumns: readonly string[];
  readonly toColumn: string;
  /** The transformation, as described by the sender. */
  readonly function?: string;
}

/** An edge to be stored: everything that it names is resolved. Nodes are bigint in decimal. */
export interface EdgeDraft {
  readonly fromNode: string;
  readonly toNode: string;
  readonly source: LineageSource;
  /** The node of the pipeline or stored procedure that produces it. */
  readonly pipeline?: string;
  readonly sqlQuery?: string;
  /** Of the edge; the description of its details is in `details`. */
  readonly description?: string;
  /** Other fields of its details, stored as sent. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly columns: readonly ColumnMapping[];
}
