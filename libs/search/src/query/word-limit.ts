import { badRequest } from '@app/common';
import type { AppError } from '@app/common';
import type { Pattern } from './bound-query';

/** The most words of a field that one pattern, or the last word of a phrase that may go on, stands for on any engine. */
export const MOST_WORDS = 1_024;

/** What stands for more is refused: an answer of some of them would look like one of all. */
export function tooManyWords(pattern: Pattern, field: string): AppError {
  return badRequest(
    `${written(pattern)} stands for more than ${MOST_WORDS} words of ${field}: ask for more letters of it`,
  );
}

function written(pattern: Pattern): string {
  switch (pattern.type) {
    case 'prefix':
      return `${pattern.text}*`;
    case 'wildcard':
      return pattern.parts.map((part) => (typeof part === 'string' ? part : part.any === 'one' ? '?' : '*')).join('');
    case 'regexp':
      return `/${pattern.expression}/`;
    case 'fuzzy':
      return pattern.text;
  }
}
