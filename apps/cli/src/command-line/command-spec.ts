import type { Option } from 'commander';
import type { Outcome } from '../report/report';
import type { CatalogClient } from '../connection/catalog-client';
import type { Environment } from '../environment';

/** One call of a command: its arguments, and its options by their names in camel case, parsed and checked. */
export interface Invocation<Options = unknown> {
  readonly args: readonly string[];
  readonly options: Options;
}

/** One command of the program: what its help says, what it takes, what it does. */
export interface CommandSpec<Options = unknown> {
  /** Its words, such as `contract lint`. */
  readonly name: string;
  readonly summary: string;
  /** Further paragraphs of the help. */
  readonly description?: string;
  /** Its arguments as commander writes them: `<FILE>`, `<FILE...>`. */
  readonly takes?: string;
  /** Its own options; those that commands of its kind share are added (`optionsOf`). */
  readonly options: readonly Option[];
  /** Without the name of the program. */
  readonly examples: readonly string[];
  /** Its result is content that is written as it is; absent: a report (text, json, junit, github, markdown). */
  readonly writesContent?: true;
  /** It does not call the service. */
  readonly isLocal?: true;
  readonly run: (invocation: Invocation<Options>, context: CommandContext) => Promise<Outcome>;
}

/** A command whose options have the type `Options`, which its declared options must lead to. */
export function defineCommand<Options>(spec: CommandSpec<Options>): CommandSpec {
  return spec as CommandSpec;
}

/** The context that a command may use beside its arguments. */
export interface CommandContext {
  readonly environment: Environment;
  /** One line for people, on stderr. */
  readonly progress: (line: string) => void;
  readonly readStdin: () => Promise<Buffer>;
  /** A text that no screen shows: typed on a terminal, else all of stdin. @param prompt what is asked for on a terminal */
  readonly readSecret: (prompt: string) => Promise<Buffer>;
  /** The service that options, environment or profile name. @throws {CliError} usage where nothing names a token */
  readonly service: () => Promise<CatalogClient>;
}
