/** One request of a plan; every target gets the same list, each in its own words. */
export interface PlannedRequest {
  readonly path: string;
  /** What the body of a 200 must hold. */
  readonly expects: string;
  /** Sent with the tag that this target gave for it before, and answered with 304. */
  readonly conditional: boolean;
}

export interface LoadTarget {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly PlannedRequest[];
}

/** What the generator is told. */
export type LoadCommand =
  | { readonly kind: 'prepare'; readonly name: string; readonly target: LoadTarget }
  | { readonly kind: 'run'; readonly slice: SliceOrder };

export interface SliceOrder {
  /** Of a prepared target. */
  readonly target: string;
  readonly connections: number;
  readonly ms: number;
  /** Requests per second whose times are fixed beforehand; without it each connection asks as soon as it was answered. */
  readonly rate?: number;
}

/** What came of one slice. */
export interface Slice {
  readonly requests: number;
  readonly notModified: number;
  readonly perSecond: number;
  /** Latencies in ms; with a rate they count from when the request was due. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The first few wrong answers; their number may be larger. */
  readonly faults: readonly string[];
}

/** What the generator says: a slice, or nothing where it only prepared; or why it could not. */
export interface LoadReply {
  readonly slice?: Slice;
  readonly error?: string;
}
