/** A column's profile as it was sent; `max` is any value of the column. */
export interface ColumnProfile {
  readonly name: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly max?: unknown;
}

export const PROFILE_OPERATIONS = ['INSERT', 'UPDATE', 'WRITE', 'DELETE'] as const;

/** A write to the table that its own system reported. */
export interface SystemProfile {
  /** Epoch ms. */
  readonly timestamp: number;
  readonly operation: (typeof PROFILE_OPERATIONS)[number];
}

/** A profile of a table as it is sent: its timestamp is its identity, a profile at the same time replaces. */
export interface SentTableProfile {
  readonly tableProfile: { readonly timestamp: number };
  readonly columnProfile?: readonly ColumnProfile[];
  readonly systemProfile?: readonly SystemProfile[];
}
