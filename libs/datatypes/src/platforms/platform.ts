import type { DisplayType } from '../display/display-type';
import type { NameCases } from '../names/name-cases';
import type { Template } from './templates';

/** Words with one meaning. Words are upper case, without sizes, zone and sign. */
export type Meaning = readonly [template: Template, ...words: readonly string[]];

/**
 * A pair of types with its verdict: the promise is a dataType with sizes, or a display in quotes (`'timestamptz'`); what is found is a
 * display.
 */
export type PlatformCase = readonly [promised: string, verdict: 'keeps' | 'breaks', found: string];

/** The meanings of a platform's words, where they differ from the portable table. */
export interface PlatformData {
  /** By the serviceType in the catalog, the name that messages use. */
  readonly serviceTypes: Readonly<Record<string, string>>;
  readonly words: readonly Meaning[];
  /** How the dataType of a promise is read, where that is not portable. */
  readonly promised?: readonly Meaning[];
  /** How a found dataType without a display is read, where that is not by `words`. */
  readonly withoutDisplay?: readonly Meaning[];
  /** Integers are decimals: the digits of the platform's integer words. */
  readonly wholeNumbers?: Template;
  /** Integers that have digits of their own. */
  readonly wholeWords?: readonly Meaning[];
  /** An 8-bit integer is the boolean. */
  readonly byteIsBoolean?: true;
  /** Connectors report every column as nullable. */
  readonly hidesNotNull?: true;
  /** Whether a display alone says that there are no nulls. */
  readonly isNotNull?: (display: DisplayType) => boolean;
  readonly cases: readonly PlatformCase[];
}

/** A platform ready for look-ups. */
export interface Platform extends Omit<PlatformData, 'words' | 'promised' | 'withoutDisplay' | 'wholeWords' | 'cases'> {
  /** The name in messages; absent for the portable table. */
  readonly shownName?: string;
  readonly names: NameCases;
  /** By word: the platform's own meaning, else the portable one. */
  readonly words: ReadonlyMap<string, Template>;
  /** Words that the platform itself gives a meaning. */
  readonly ownWords: ReadonlySet<string>;
  readonly promised: ReadonlyMap<string, Template>;
  readonly withoutDisplay: ReadonlyMap<string, Template>;
  readonly wholeWords: ReadonlyMap<string, Template>;
}

/** @throws {Error} for a word that stands twice or is not spelled as displays are looked up, and for a template that cannot be made */
export function byWord(meanings: readonly Meaning[]): Map<string, Template> {
  const found = new Map<string, Template>();
  for (const [template, ...words] of meanings) {
    template({ numbers: [] });
    for (const word of words) {
      if (!/^[A-Z0-9_.-]+(?: [A-Z0-9_.-]+)*$/.test(word))
        throw new Error(`The word ${word} of a type must be upper case`);
      if (found.has(word)) throw new Error(`The word ${word} of a type has two meanings`);
      found.set(word, template);
    }
  }
  return found;
}
