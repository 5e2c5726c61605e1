import { foldText, keywordForm } from '../../analysis/text-form';
import type { BoundQuery, Pattern } from '../../query/bound-query';
import { BindingError } from './binding-error';
import { NONE } from '../../query/build-query';
import { fieldOf } from '../../document/search-field';
import { normalRegexp } from './regexp-syntax';

/** A pattern as it was written. */
export type WrittenPattern =
  | { readonly type: 'prefix'; readonly text: string }
  | { readonly type: 'wildcard'; readonly parts: readonly (string | { readonly any: 'one' | 'many' })[] }
  | { readonly type: 'regexp'; readonly expression: string }
  | {
      readonly type: 'fuzzy';
      readonly text: string;
      readonly edits: 0 | 1 | 2 | 'auto';
      /** Absent: 0. */
      readonly prefixLength?: number;
    };

/**
 * The tokens of a text field, or the values of a keyword, that the pattern describes. It is lower-cased, for a text folded
 * too, and never stemmed.
 * @throws {BindingError} for a field of numbers, dates or booleans, and for a regular expression that cannot be read
 */
export function bindPattern(field: string, written: WrittenPattern, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind !== 'text' && mapped.kind !== 'keyword') {
    throw new BindingError(`${field} is a ${mapped.kind}: it takes no wildcard, fuzzy word or regular expression`);
  }
  const pattern = patternOf(written, mapped.kind === 'text' ? foldText : keywordForm);
  return pattern.type === 'regexp' && pattern.expression === '' ? NONE : { kind: 'pattern', field, pattern, boost };
}

function patternOf(written: WrittenPattern, form: (text: string) => string): Pattern {
  switch (written.type) {
    case 'prefix':
      return { type: 'prefix', text: form(written.text) };
    case 'wildcard':
      return { type: 'wildcard', parts: written.parts.map((part) => (typeof part === 'string' ? form(part) : part)) };
    case 'regexp':
      return { type: 'regexp', expression: normalRegexp(written.expression, form) };
    case 'fuzzy': {
      const text = form(written.text);
      const edits = written.edits === 'auto' ? autoEdits(text) : written.edits;
      return { type: 'fuzzy', text, edits, prefixLength: written.prefixLength ?? 0 };
    }
  }
}

/** AUTO of query_string: none in words of up to two characters, one in up to five, else two. */
export function autoEdits(text: string): 0 | 1 | 2 {
  const { length } = Array.from(text);
  if (length < 3) return 0;
  return length <= 5 ? 1 : 2;
}
