import type { CountedCode } from '../row/layout';

/** Inputs of scores; they never decide which documents match. */
export interface TermStatistics {
  /** Documents that have the field. */
  documents(code: CountedCode): number;
  /** Tokens of the field in a document that has it, stacked ones included, as Lucene counts them. Above 0. */
  average(code: CountedCode): number;
  /** Documents that have the lexeme. */
  frequency(lexeme: string): number;
}
