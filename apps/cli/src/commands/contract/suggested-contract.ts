export interface NamedReference {
  readonly id: string;
  readonly type: string;
  readonly fullyQualifiedName?: string;
}

/** One promise, as the service suggests it. */
export interface SuggestedLine {
  readonly path: string;
  readonly value: unknown;
  /** Above 0, at most 1. */
  readonly confidence: number;
  readonly evidence: readonly { readonly kind: string; readonly text: string }[];
}

/** The body of a test case. */
type SuggestedTest = Readonly<Record<string, unknown>> & { readonly name: string };

/** A contract of an asset, as the service suggests it. */
export interface SuggestedContract {
  readonly entity: NamedReference;
  readonly document: Readonly<Record<string, unknown>> & { readonly qualityExpectations?: readonly NamedReference[] };
  readonly tests: readonly SuggestedTest[];
  readonly lines: readonly SuggestedLine[];
  readonly contract?: NamedReference;
}

/** The contract that a suggestion was stored as. */
export interface CreatedContract {
  readonly fullyQualifiedName: string;
  readonly entityStatus: string;
  readonly version: number;
  /** Test cases that were made for it. */
  readonly tests: number;
}
