import type { NameCase } from './name-cases';

const FOLDS: Readonly<Record<NameCase, (name: string) => string>> = {
  foldsDown: (name) => name.toLowerCase(),
  foldsUp: (name) => name.toUpperCase(),
  blind: caseless,
  exact: (name) => name,
};

/** A name without quotes as its engine reads it: two that fold alike are one name. */
export function foldName(name: string, nameCase: NameCase): string {
  return FOLDS[nameCase](name);
}

/** A key that two names share if they differ by case alone (Unicode simple case folding). */
function caseless(name: string): string {
  return isAscii(name) ? name.toLowerCase() : [...name].map(caselessLetter).join('');
}

function isAscii(name: string): boolean {
  // eslint-disable-next-line no-control-regex -- all of ASCII
  return /^[\u0000-\u007f]*$/.test(name);
}

/** The dotless i has no other case in simple folding, though its capital is I. */
function caselessLetter(letter: string): string {
  if (letter === 'ı') return letter;
  const upper = ofOneLetter(letter.toUpperCase(), letter);
  return ofOneLetter(upper.toLowerCase(), upper);
}

/** Simple folding changes no length: ß is not SS. */
function ofOneLetter(changed: string, letter: string): string {
  return [...changed].length === 1 ? changed : letter;
}

const QUOTED = [/^"((?:[^"]|"")+)"$/, /^`((?:[^`]|``)+)`$/, /^\[((?:[^\]]|\]\])+)\]$/];

/** The name within an engine's quotes (`"Key"`, `` `Key` ``, `[Key]`; a quote inside stands twice); undefined for a name without. */
export function unquotedName(name: string): string | undefined {
  const inside = QUOTED.map((form) => form.exec(name)?.[1]).find((found) => found !== undefined);
  const close = name.at(-1)!;
  return inside?.replaceAll(close + close, close);
}
