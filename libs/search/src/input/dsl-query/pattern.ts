import type { BoundQuery } from '../../query/bound-query';
import { bindExists, bindPattern, type WrittenPattern } from '../binding/bind-field';
import { refused, shown, type Clause } from '../dsl/clause';
import { readEdits } from '../dsl/clause-value';
import { LANGUAGE_LIMITS } from '../language/language-limits';
import type { WildcardPart } from '../language/syntax-tree';
import { fieldClause, inPlace, type FieldClause, type QueryScope } from './query-scope';

const { patternCharacters: LONGEST_PATTERN, wildcardLiterals: FEWEST_LITERALS } = LANGUAGE_LIMITS;
const COMMON = ['boost', 'rewrite', 'case_insensitive'];

/** The pattern's text. `rewrite` and `case_insensitive` are taken and change nothing: all is compared lower-cased. */
function patternText(clause: Clause, key: string): string {
  const text = clause.text(key);
  if (clause.has('rewrite')) clause.text('rewrite');
  clause.flag('case_insensitive', true);
  if (text.length <= LONGEST_PATTERN) return text;
  throw refused(clause.at(key), `is ${text.length} characters long; allowed are up to ${LONGEST_PATTERN}`);
}

function bound({ field, clause }: FieldClause, key: string, written: WrittenPattern, scope: QueryScope): BoundQuery {
  scope.count('pattern', clause.at(key));
  return inPlace(clause.at(key), () => bindPattern(field, written, clause.boost()));
}

export function readPrefix(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const one = fieldClause(body, path, 'value', COMMON, scope);
  const text = patternText(one.clause, 'value');
  if (text === '') return bindExists(one.field, one.clause.boost());
  return bound(one, 'value', { kind: 'prefix', text }, scope);
}

/** `*` and `?`, which a backslash makes literal. */
function wildcardParts(text: string): WildcardPart[] {
  return Array.from(text.matchAll(/\\?[^]/gu), ([unit]) => {
    if (unit === '*') return { any: 'many' } as const;
    if (unit === '?') return { any: 'one' } as const;
    return unit.length > 1 && unit.startsWith('\\') ? unit.slice(1) : unit;
  });
}

export function readWildcard(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const one = fieldClause(body, path, 'value', COMMON, scope);
  const text = patternText(one.clause, 'value');
  const parts = wildcardParts(text);
  if (parts.length > 0 && parts.every((part) => typeof part !== 'string' && part.any === 'many')) {
    return bindExists(one.field, one.clause.boost());
  }
  if (parts.filter((part) => typeof part === 'string').length < FEWEST_LITERALS) {
    throw refused(
      one.clause.at('value'),
      `needs at least ${FEWEST_LITERALS} characters beside * and ?, got ${shown(text)}`,
    );
  }
  return bound(one, 'value', { kind: 'wildcard', parts }, scope);
}

/** Lucene's core of regular expressions: `flags` may only switch off what is never there. */
export function readRegexp(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const one = fieldClause(body, path, 'value', [...COMMON, 'flags', 'max_determinized_states'], scope);
  const { clause } = one;
  clause.oneOf('flags', ['none', 'all', ''], 'none');
  if (clause.has('max_determinized_states')) clause.integer('max_determinized_states', { min: 1, max: 10_000 });
  return bound(one, 'value', { kind: 'regexp', expression: patternText(clause, 'value') }, scope);
}

export function readFuzzy(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const keys = [...COMMON, 'fuzziness', 'prefix_length', 'max_expansions', 'transpositions'];
  const one = fieldClause(body, path, 'value', keys, scope);
  const { clause } = one;
  if (clause.has('max_expansions')) clause.integer('max_expansions', { min: 1, max: 1_024 });
  if (!clause.flag('transpositions', true)) throw refused(clause.at('transpositions'), 'must be true');
  const written: WrittenPattern = {
    kind: 'fuzzy',
    text: patternText(clause, 'value'),
    edits: readEdits(clause) ?? 'auto',
    prefixLength: clause.integer('prefix_length', { min: 0, max: LONGEST_PATTERN, fallback: 0 }),
  };
  return bound(one, 'value', written, scope);
}
