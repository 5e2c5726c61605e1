import { usageError } from '../cli-error';
import { meant } from './near-word';

/** The options of one call, read by what they must be. Each reader ends the command with what is allowed. */
export class OptionValues {
  constructor(private readonly values: ReadonlyMap<string, readonly string[]>) {}

  flag(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string): string | undefined {
    return this.values.get(name)?.[0];
  }

  texts(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  required(name: string, what: string): string {
    const value = this.text(name);
    if (value === undefined) throw usageError(`--${name} is required: ${what}`);
    return value;
  }

  integer(name: string, range: { readonly least: number; readonly most: number; readonly fallback: number }): number {
    const text = this.text(name);
    if (text === undefined) return range.fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= range.least && value <= range.most) return value;
    throw usageError(`--${name} must be a whole number from ${range.least} to ${range.most}; got ${shown(text)}`);
  }

  word<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const text = this.text(name);
    if (text === undefined) return fallback;
    return oneOf(`--${name}`, text, words);
  }
}

export function oneOf<Word extends string>(what: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw usageError(`${what} must be one of ${words.join(', ')}; got ${shown(text)}${meant(text, words)}`);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
