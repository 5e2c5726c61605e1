import type { Reference } from '@app/catalog';
import type { ContractColumn, DocumentReference } from '@app/contracts';

/** Why a line is suggested. `count`: observations without exception; times in epoch ms. */
export interface Evidence {
  readonly kind: 'asset' | 'column' | 'constraint' | 'profile' | 'refresh' | 'testCase';
  readonly count: number;
  readonly from?: number;
  readonly to?: number;
  readonly text: string;
}

/** The body of a test case that is still to be made. */
export interface SuggestedTest {
  readonly name: string;
  readonly entityLink: string;
  readonly testDefinition: string;
  readonly parameterValues: readonly { readonly name: string; readonly value: string }[];
}

/** The promise that a line adds to a contract. `names`: those of the column that it is about, the outermost first. */
export type Promised =
  | { readonly kind: 'column'; readonly names: readonly string[]; readonly column: ContractColumn }
  | { readonly kind: 'constraint'; readonly names: readonly string[]; readonly constraint: string }
  | { readonly kind: 'enum'; readonly names: readonly string[]; readonly values: readonly unknown[] }
  | { readonly kind: 'test'; readonly names: readonly string[]; readonly test: SuggestedTest }
  | { readonly kind: 'expectation'; readonly reference: Reference }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'refreshFrequency'; readonly duration: string };

export interface SuggestedLine {
  /** A path in the form of changes of contracts; of tests `tests.<definition>[.<column>]`. */
  readonly path: string;
  readonly value: ContractColumn | DocumentReference | Readonly<Record<string, string>> | readonly unknown[] | string;
  /** Above 0, at most 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** The test case to make, where the line is a test. */
  readonly test?: SuggestedTest;
}

export interface Suggestion {
  readonly line: SuggestedLine;
  readonly promised: Promised;
}

const DIGITS = 1e4;

/** Probability that a property of all of so many observations is true the next time: Laplace's rule of succession. */
export function confidenceOf(without: number, all = without): number {
  return Math.round(((without + 1) / (all + 2)) * DIGITS) / DIGITS;
}

/** Confidence in what the catalog states. */
export const STATED = 1;

/** The evidence of profiles of a table. @param profiles oldest first, at least one */
export function ofProfiles(profiles: readonly { readonly timestamp: number }[], text: string): Evidence {
  const [from, to] = [profiles[0]!.timestamp, profiles.at(-1)!.timestamp];
  return { kind: 'profile', count: profiles.length, from, to, text };
}
