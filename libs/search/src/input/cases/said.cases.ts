import type { BoundQuery, Pattern, PhraseQuery, RangeQuery } from '../../query/bound-query';

/** A bound query in a compact notation, for tests: `+` must, `#` filter, `-` must not, `…` goes on, `^2` its boost. */
export function said(query: BoundQuery): string {
  if (query.kind === 'none') return 'none';
  return `${bodySaid(query)}${query.boost === 1 ? '' : `^${query.boost}`}`;
}

function bodySaid(query: Exclude<BoundQuery, { kind: 'none' }>): string {
  if (query.kind === 'bool') {
    const { must, should, filter, mustNot, minimumShouldMatch: least } = query;
    const signed = (sign: string, queries: readonly BoundQuery[]) => queries.map((one) => sign + said(one));
    const all = [...signed('+', must), ...signed('', should), ...signed('#', filter), ...signed('-', mustNot)];
    const isUsual = least === (should.length > 0 && must.length + filter.length === 0 ? 1 : 0);
    return `(${inOrder(query, all)})${isUsual ? '' : `@${least}`}`;
  }
  if (query.kind === 'best')
    return `best(${query.queries.map(said).join(' ')})${query.tieBreaker ? `~${query.tieBreaker}` : ''}`;
  if (query.kind === 'term') return `${query.field}:${query.token}`;
  if (query.kind === 'phrase') return `${query.field}:${phraseSaid(query)}`;
  if (query.kind === 'pattern') return `${query.field}:${patternSaid(query.pattern)}`;
  if (query.kind === 'keyword') return `${query.field}=${query.values.join('|')}`;
  if (query.kind === 'range') return `${query.field}:${rangeSaid(query)}`;
  if (query.kind === 'exists') return `exists(${query.fields.join(',')})`;
  return query.kind === 'constant' ? `constant(${said(query.query)})` : query.kind;
}

/** Optional and required clauses of the language come apart when they are bound; filters stand first. */
function inOrder({ filter }: { readonly filter: readonly BoundQuery[] }, all: readonly string[]): string {
  if (filter.length === 0) return all.join(' ');
  return [...all.filter((one) => one.startsWith('#')), ...all.filter((one) => !one.startsWith('#'))].join(' ');
}

function phraseSaid({ tokens, slop, prefix }: PhraseQuery): string {
  return `"${tokens.join(' ')}${prefix ? '…' : ''}"${slop ? `~${slop}` : ''}`;
}

function patternSaid(pattern: Pattern): string {
  if (pattern.type === 'prefix') return `${pattern.text}…`;
  if (pattern.type === 'regexp') return `/${pattern.expression}/`;
  if (pattern.type === 'fuzzy') return `${pattern.text}~${pattern.edits}`;
  return pattern.parts.map((part) => (typeof part === 'string' ? part : part.any)).join('|');
}

function rangeSaid({ from, to }: RangeQuery): string {
  const low = from ? `${from.inclusive ? '[' : '('}${from.value}` : '';
  const high = to ? `${to.value}${to.inclusive ? ']' : ')'}` : '';
  return `${low}..${high}`;
}
