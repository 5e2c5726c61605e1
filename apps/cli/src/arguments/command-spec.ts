import type { CommandContext } from '../command-context';
import type { Outcome } from '../report/report';
import type { OptionValues } from './option-values';

export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help, such as `SECONDS`; a switch has none. */
  readonly value?: string;
  /** May stand more than once. */
  readonly many?: boolean;
  readonly description: string;
}

export interface PositionalSpec {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

export interface Invocation {
  readonly positionals: readonly string[];
  readonly options: OptionValues;
}

/** One command: what it is called, what it takes, what it does. Its help and the check of its arguments come from here. */
export interface CommandSpec {
  /** Its words, such as `contract lint`. */
  readonly name: string;
  readonly summary: string;
  /** Paragraphs of the help, below the usage. */
  readonly description?: readonly string[];
  readonly positional?: PositionalSpec;
  readonly options: readonly OptionSpec[];
  /** Without the name of the program. */
  readonly examples: readonly string[];
  /** Whether its result is a report (text, json, junit, github, markdown), or content that is written as it is. */
  readonly reports: boolean;
  /** Whether it calls the service. */
  readonly remote: boolean;
  readonly run: (invocation: Invocation, context: CommandContext) => Promise<Outcome>;
}
