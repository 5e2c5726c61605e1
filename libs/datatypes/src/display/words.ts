import type { DisplayType } from './display-type';

type Phrase = Pick<DisplayType, 'word' | 'zone' | 'unsigned'> & { readonly repeated?: true };

/** Words about storage and values, from which on nothing belongs to the type. */
const ENDS: ReadonlySet<string> = new Set([
  ...['NOT', 'NULL', 'DEFAULT', 'COMMENT', 'COLLATE', 'CHARSET', 'ENCODE', 'CODEC', 'OPTIONS', 'CASESPECIFIC'],
]);

/** The words of a type without its zone and its sign; undefined where there are none. */
export function phraseOf(words: readonly string[]): Phrase | undefined {
  const [own, zone] = withoutZone(withoutEnd(words));
  const isUnsigned = own.includes('UNSIGNED');
  const isRepeated = own.length > 1 && own[0] === 'REPEATED';
  const named = own.filter((word, at) => !isSign(word) && !(at === 0 && (isRepeated || isNational(own))));
  const word = (named.length ? named : own).join(' ');
  if (word === '') return undefined;
  return {
    word,
    ...(zone && { zone }),
    ...(isUnsigned && named.length > 0 && { unsigned: true as const }),
    ...(isRepeated && { repeated: true as const }),
  };
}

function isSign(word: string): boolean {
  return word === 'UNSIGNED' || word === 'SIGNED' || word === 'ZEROFILL';
}

/** Collations and character sets are not compared. */
function isNational([first, second]: readonly string[]): boolean {
  return first === 'NATIONAL' && second !== undefined;
}

function withoutEnd(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, at) => at > 0 && (ENDS.has(word) || (word === 'CHARACTER' && words[at + 1] === 'SET')),
  );
  return end < 0 ? words : words.slice(0, end);
}

/** `with time zone`, `with local time zone`, `without time zone` at the end. */
function withoutZone(words: readonly string[]): readonly [readonly string[], DisplayType['zone']] {
  const start = words.findIndex((word) => word === 'WITH' || word === 'WITHOUT');
  const rest = words.slice(start + 1).join(' ');
  if (start < 1 || (rest !== 'TIME ZONE' && rest !== 'LOCAL TIME ZONE')) return [words, undefined];
  return [words.slice(0, start), words[start] === 'WITH' ? 'with' : 'without'];
}
