import { isObject, type Steps } from '@app/common';

/** The members of `details` that the OpenMetadata API does not have. */
const OURS = ['promises', 'notEvaluated'] as const;
/** Where none of them is an answer passes as it is. */
const HAS_OURS = /"(?:promises|notEvaluated)":/;

/** Results of contracts as clients of the OpenMetadata API know them: one, or those of a page or list. */
export function* compatibleResults(answer: string): Steps<string> {
  if (!HAS_OURS.test(answer)) return answer;
  const parsed = JSON.parse(answer) as unknown;
  yield;
  if (!isObject(parsed)) return answer;
  for (const result of [parsed, ...itemsOf(parsed.data), ...itemsOf(parsed.results)]) {
    const { details } = result;
    if (isObject(details)) for (const member of OURS) delete details[member];
  }
  return JSON.stringify(parsed);
}

const itemsOf = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isObject) : []);
