import { parseArgs } from 'node:util';
import { usageError } from '../cli-error';
import type { CommandSpec, Invocation, OptionSpec } from './command-spec';
import { meant } from './near-word';
import { OptionValues } from './option-values';
import { optionsOf } from './shared-options';

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string;
  readonly inlineValue?: boolean;
}

/**
 * Reads what stands behind the words of a command.
 * @throws {CliError} usage: an unknown option, a value that is missing, more or fewer arguments than it takes
 */
export function parseArguments(spec: CommandSpec, args: readonly string[]): Invocation {
  const known = optionsOf(spec);
  const options = Object.fromEntries(
    known.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short ? { short } : {}),
        multiple: true,
      },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = optionOf(token, known);
    const value = valueOf(token, option);
    const before = values.get(option.name);
    if (before && !option.many) throw usageError(`${token.rawName} is given twice`);
    values.set(option.name, [...(before ?? []), value]);
  }
  if (!values.has('help')) requireCount(spec, positionals);
  return { positionals, options: new OptionValues(values) };
}

function optionOf({ name, rawName }: OptionToken, known: readonly OptionSpec[]): OptionSpec {
  const option = known.find((one) => one.name === name);
  if (option) return option;
  const names = known.map((one) => one.name);
  throw usageError(`there is no option ${rawName}${meant(name, names, '--')}`);
}

function valueOf({ rawName, value, inlineValue }: OptionToken, option: OptionSpec): string {
  if (option.value === undefined) {
    if (value !== undefined) throw usageError(`${rawName} is a switch and takes no value`);
    return '';
  }
  const forgotten = value === undefined || (!inlineValue && value.length > 1 && value.startsWith('-'));
  if (forgotten) throw usageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  return value;
}

function requireCount({ positional, name }: CommandSpec, given: readonly string[]): void {
  const { least = 0, most = 0, name: what = '' } = positional ?? {};
  if (given.length < least) throw usageError(`${name} needs ${what}`);
  if (given.length <= most) return;
  const extra = JSON.stringify(given[most]?.slice(0, 100));
  throw usageError(
    most === 0 ? `${name} takes no arguments; got ${extra}` : `${name} takes one ${what}; got ${extra} too`,
  );
}
