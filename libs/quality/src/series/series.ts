/** A table of evidence in time: one row for each entity and timestamp (epoch ms), unless it says more. */
export interface Series {
  /** The name of the table, also in the names of its statements. */
  readonly table: string;
  /** The column with the entity's node. */
  readonly key: string;
  /** The JSON of a row of the alias `r` as it is answered; `e` is its entity. */
  readonly json: string;
  /** A column that distinguishes several series of one entity. */
  readonly part?: string;
  /** A column of text that distinguishes rows of one timestamp, and orders them. */
  readonly tie?: string;
}
