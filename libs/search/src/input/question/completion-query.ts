import { invalidFields } from '@app/common';
import { analyze } from '../../analysis/analyzer';
import { keywordForm } from '../../analysis/text-form';
import { sharedBeginning } from '../binding/relaxed';
import { LANGUAGE_LIMITS } from '../language/language-limits';
import type { BoundQuery } from '../../query/bound-query';
import { allOf, anyOf, boolOf, NONE } from '../../query/build-query';

/** A shorter beginning stands for half of the catalog. */
const LEAST = 2;

/** A name that begins with all that was typed comes before one that has it among its parts. */
const WHOLE = 4;

/**
 * The query for a text that is being typed: entities with a name, or a name for people, of which all but the last word are parts and the
 * last one is the beginning of a part; or which begins with the text as it stands.
 * @throws {AppError} BAD_REQUEST that names `q`, for what is too much for a query text as well
 */
export function completionQuery(text: string): BoundQuery {
  atMost(text.length, LANGUAGE_LIMITS.characters, 'characters');
  const typed = keywordForm(text.trim());
  if ([...typed].length < LEAST) return NONE;
  const words = analyze(text, 'parts').filter(({ stacked }) => !stacked);
  atMost(words.length, LANGUAGE_LIMITS.clauses, 'words and parts of words');
  const clauses = words.map(({ token }, i) => inNames(i === words.length - 1 ? beginning(token) : whole(token)));
  if (words.length === 1 && isOnePart(typed)) return boolOf({ must: clauses, should: [beginningOf(typed)] });
  return anyOf([beginningOf(typed), ...(clauses.length ? [allOf(clauses)] : [])]);
}

/** The query to try where a text completes to nothing: as it is, but that a long last word shares only its beginning with a part of a name. */
export function looserCompletion(text: string): BoundQuery | undefined {
  const words = analyze(text, 'parts').filter(({ stacked }) => !stacked);
  const begun = sharedBeginning(words.at(-1)?.token ?? '');
  if (begun === undefined) return undefined;
  return allOf([...words.slice(0, -1).map(({ token }) => inNames(whole(token))), inNames(beginning(begun))]);
}

/**
 * A name that begins with such a text has a chunk, and with it a token, that does: the tokens alone say what is found, which an index
 * of words answers, and the beginnings only what it scores.
 */
const isOnePart = (typed: string): boolean => /^[a-z0-9]{1,255}$/.test(typed);

function atMost(number: number, limit: number, what: string): void {
  if (number > limit)
    throw invalidFields([{ field: 'q', message: `has ${number} ${what}; allowed are up to ${limit}` }]);
}

/** Only names that begin with the text: for one whose words begin too many others. */
export function beginningOf(typed: string): BoundQuery {
  return anyOf(
    ['name.keyword', 'displayName.keyword'].map((field) => ({
      kind: 'pattern',
      field,
      pattern: { type: 'prefix', text: keywordForm(typed.trim()) },
      boost: WHOLE,
    })),
  );
}

type InField = (field: string, boost: number) => BoundQuery;

const beginning =
  (text: string): InField =>
  (field, boost) => ({ kind: 'pattern', field, pattern: { type: 'prefix', text }, boost });
const whole =
  (token: string): InField =>
  (field, boost) => ({ kind: 'constant', query: { kind: 'term', field, token, boost: 1 }, boost });

function inNames(query: InField): BoundQuery {
  return { kind: 'best', queries: [query('name', 1.5), query('displayName', 1)], tieBreaker: 0, boost: 1 };
}
