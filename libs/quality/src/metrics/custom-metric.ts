/** A user or a team. */
export interface Owner {
  readonly id: string;
  readonly type: string;
}

/** A metric that profilers compute by an expression in the language of the source, mostly SQL; it gives one number. */
export interface SentCustomMetric {
  /** Its identity within the table, or within the column. */
  readonly name: string;
  /** The column's own name, or its path in the table; absent: it is one of the table. */
  readonly columnName?: string;
  readonly description?: string;
  readonly expression: string;
  readonly owners?: readonly Owner[];
}

export interface CustomMetric extends SentCustomMetric {
  readonly id: string;
  /** Epoch ms. */
  readonly updatedAt: number;
  readonly updatedBy: string;
}
