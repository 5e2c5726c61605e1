/** One small change of a source file, which some test should notice. */
export interface Mutant {
  /** Path from the root of the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Offsets into the text of the file, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What stands there, and what stands there instead. */
  readonly original: string;
  readonly replacement: string;
}

/** The text of the file with the change. */
export function apply({ start, end, replacement }: Mutant, text: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
