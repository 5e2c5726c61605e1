import type { NamedText, SearchQuestion } from '@app/search';

/** A question as the catalog is asked it: all of it is in the key. */
interface CacheableQuestion extends Omit<SearchQuestion, 'types'> {
  readonly index: string;
  readonly hierarchy: boolean;
  readonly strict: boolean;
}

/** `now`, or an escape of the language or of JSON that may stand for one of its letters. */
const MAY_SPEAK_OF_NOW = /now|\\/;

/**
 * The key of the response to a question, which no other response has, for callers from whom nothing is hidden. Undefined where it follows from
 * more than the question and the index: from the time, or from the entities that a hierarchy is made of.
 */
export function responseKey(question: CacheableQuestion): string | undefined {
  const { q, hierarchy, queryFilter, postFilter, aggregations } = question;
  if (hierarchy || [queryFilter, postFilter, aggregations, { text: q }].some(maySpeakOfNow)) return undefined;
  return `search ${JSON.stringify(question)}`;
}

export function completionKey(text: string, index: string, size: number): string {
  return `completion ${JSON.stringify([text, index, size])}`;
}

function maySpeakOfNow(named: Pick<NamedText, 'text'> | undefined): boolean {
  return named !== undefined && MAY_SPEAK_OF_NOW.test(named.text);
}
