/** A request as it goes over the wire. */
export interface WorstRequest {
  readonly method: string;
  /** With its query, from the root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** What one request cost the API. */
export interface Cost {
  /** Longest CPU time of the main thread between two turns of the event loop. */
  readonly holdMs: number;
  /** By how much the memory of the process rose at most. */
  readonly growthMb: number;
  /** Of the answer; a word where none came. */
  readonly status: number | string;
  /** From the first byte sent to the last one received. */
  readonly tookMs: number;
}
