/** A table of evidence in time: one row for each entity and timestamp (epoch ms). */
export interface Series {
  /** Of the table, and in the names of its statements. */
  readonly table: string;
  /** The column with the entity's node. */
  readonly key: string;
  /** The JSON of a row of the alias `r` as it is answered; `e` is its entity. */
  readonly json: string;
}
