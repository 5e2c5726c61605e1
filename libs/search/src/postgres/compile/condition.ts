import type { Vector } from '../row/layout';
import { joined } from '../row/lexeme';
import type { Parameters } from './parameters';

/**
 * A condition on a row. Those on one vector are merged into one tsquery and those on chunks into one pattern, since an index
 * answers one question sooner than twelve.
 */
export type Condition =
  | { readonly is: 'true' }
  | { readonly is: 'false' }
  /** The text of a tsquery. */
  | { readonly is: 'words'; readonly vector: Vector; readonly query: string }
  /** Has one of these keyword terms. */
  | { readonly is: 'keywords'; readonly any: readonly string[] }
  /** A whole chunk of one of these fields matches the expression. `like`: a part that its text then contains, cheaper to look for. */
  | { readonly is: 'chunk'; readonly codes: readonly string[]; readonly expression: string; readonly like?: string }
  /** SQL that knows the row by its alias. */
  | { readonly is: 'sql'; readonly text: (alias: string) => string }
  | { readonly is: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition };

export const TRUE: Condition = { is: 'true' };
export const FALSE: Condition = { is: 'false' };

export function sql(text: (alias: string) => string): Condition {
  return { is: 'sql', text };
}

/** How the alias of an element of an array begins: it has words, keyword terms and chunks, and none of a row's other columns. */
export const ELEMENT = 'e';

/** SQL on a column that only documents have. */
export function columnSql(text: (alias: string) => string): Condition {
  return sql((alias) => (alias.startsWith(ELEMENT) ? 'false' : text(alias)));
}

export function not(of: Condition): Condition {
  if (of.is === 'true') return FALSE;
  if (of.is === 'false') return TRUE;
  return of.is === 'not' ? of.of : { is: 'not', of };
}

export function and(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((each) => (each.is === 'and' ? each.of : [each])).filter(({ is }) => is !== 'true');
  if (flat.some(({ is }) => is === 'false')) return FALSE;
  const merged = mergeWords(flat, '&');
  if (merged.length === 0) return TRUE;
  return merged.length === 1 ? (merged[0] as Condition) : { is: 'and', of: merged };
}

export function or(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((each) => (each.is === 'or' ? each.of : [each])).filter(({ is }) => is !== 'false');
  if (flat.some(({ is }) => is === 'true')) return TRUE;
  const merged = mergeChunks(mergeKeywords(mergeWords(flat, '|')));
  if (merged.length === 0) return FALSE;
  return merged.length === 1 ? (merged[0] as Condition) : { is: 'or', of: merged };
}

type Of<Is extends Condition['is']> = Extract<Condition, { is: Is }>;

function only<Is extends Condition['is']>(is: Is, conditions: readonly Condition[]): Of<Is>[] {
  return conditions.filter((each): each is Of<Is> => each.is === is);
}

function mergeWords(conditions: readonly Condition[], operator: '&' | '|'): Condition[] {
  const words = only('words', conditions);
  const merged = (['names', 'texts'] as const).flatMap((vector): Condition[] => {
    const queries = words.filter((each) => each.vector === vector).map(({ query }) => query);
    return queries.length > 0 ? [{ is: 'words', vector, query: joined(queries, operator) }] : [];
  });
  return [...merged, ...conditions.filter(({ is }) => is !== 'words')];
}

function mergeKeywords(conditions: readonly Condition[]): Condition[] {
  const terms = only('keywords', conditions);
  if (terms.length < 2) return [...conditions];
  const any = [...new Set(terms.flatMap((each) => each.any))];
  return [...conditions.filter(({ is }) => is !== 'keywords'), { is: 'keywords', any }];
}

/** They come last: each costs more than all conditions before it. */
function mergeChunks(conditions: readonly Condition[]): Condition[] {
  const chunks = only('chunk', conditions);
  const merged = [...new Set(chunks.map(({ expression }) => expression))].map((expression): Condition => {
    const same = chunks.filter((each) => each.expression === expression);
    const codes = [...new Set(same.flatMap((each) => each.codes))];
    return { ...(same[0] as Of<'chunk'>), codes };
  });
  return [...conditions.filter(({ is }) => is !== 'chunk'), ...merged];
}

/** The condition as SQL on the row called `alias`. */
export function render(condition: Condition, parameters: Parameters, alias: string): string {
  switch (condition.is) {
    case 'true':
    case 'false':
      return condition.is;
    case 'words':
      return `${alias}.${condition.vector} @@ ${parameters.add(condition.query, 'tsquery')}`;
    case 'keywords':
      return `${alias}.kw && ${parameters.add(condition.any, 'text[]')}`;
    case 'chunk':
      return chunkText(condition, parameters, alias);
    case 'sql':
      return `(${condition.text(alias)})`;
    case 'not':
      return `(not ${render(condition.of, parameters, alias)})`;
    case 'and':
    case 'or':
      return `(${condition.of.map((each) => render(each, parameters, alias)).join(` ${condition.is} `)})`;
  }
}

/** The index makes nothing of the whole expression: it is asked for the part that all of them share. */
function chunkText(condition: Of<'chunk'>, parameters: Parameters, alias: string): string {
  const { like, expression } = condition;
  const held = like === undefined ? `~ ${parameters.add(expression, 'text')}` : `like ${parameters.add(like, 'text')}`;
  return `(${alias}.chunks ${held} and ${alias}.chunks ~ ${parameters.add(chunkExpression(condition), 'text')})`;
}

/** See search_row.chunks for the lines. */
function chunkExpression({ codes, expression }: Of<'chunk'>): string {
  return `:(?:${codes.join('|')}):[a-z:]*\\t(?:${expression})\\n`;
}
