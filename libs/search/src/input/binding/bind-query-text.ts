import { BARE_FIELDS, type WeightedField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { ALL, boolOf, boosted, NONE, noneOf } from '../../query/build-query';
import { LANGUAGE_LIMITS } from '../language/language-limits';
import { occurrences, type DefaultOperator } from '../language/occurrence';
import { parseQueryText } from '../language/parser';
import { QueryError } from '../language/query-error';
import type { GroupNode } from '../language/syntax-tree';
import { bindLeaf, type LeafScope } from './bind-leaf';
import type { Clock } from './instant-text';
import type { NoteField } from './unmapped-fields';

export interface QueryTextOptions extends Clock {
  /** Where a word without a field looks. The weighted text fields. */
  readonly defaultFields?: readonly WeightedField[];
  /** The operator between clauses that nothing stands between. or */
  readonly defaultOperator?: DefaultOperator;
  /** Counts phrases with a slop that are part of more than this text; they are counted by themselves without it. */
  readonly countSloppy?: ((at: number) => void) | undefined;
  /** Called for each field that the text names. */
  readonly noteField?: NoteField | undefined;
}

/**
 * A query text as an engine gets it. A blank text means everything.
 * @throws {QueryError} for what cannot be read, is too much, or cannot be compared with its field
 */
export function bindQueryText(text: string, options: QueryTextOptions): BoundQuery {
  const {
    defaultFields = BARE_FIELDS,
    defaultOperator = 'or',
    noteField,
    countSloppy = budget(LANGUAGE_LIMITS.sloppyPhrases, 'phrases with ~'),
    ...clock
  } = options;
  const tree = parseQueryText(text);
  if (tree.clauses.length === 0) return ALL;
  // A word of many chunks is many clauses.
  const spend = budget(LANGUAGE_LIMITS.clauses, 'words and parts of words');
  const scope = { fields: defaultFields, operator: defaultOperator, clock, noteField, spend, countSloppy };
  const bound = bindGroup(tree, scope);
  // A text that only says what must not match means all the rest.
  return bound?.kind === 'pureNegative' ? noneOf(bound.mustNot, bound.boost) : (bound ?? NONE);
}

/** Counts limited parts of a text, by the position of the first one beyond the limit. */
function budget(most: number, what: string): (at: number, more?: number) => void {
  let spent = 0;
  return (at, more = 1) => {
    spent += more;
    if (spent > most) throw new QueryError(`more than ${most} ${what}`, at);
  };
}

/** undefined: no clause of it has a token. */
type Bound = BoundQuery | PureNegative | undefined;

/** Clauses that only say what must not match: by themselves they find nothing, as in Lucene. */
interface PureNegative {
  readonly kind: 'pureNegative';
  readonly mustNot: readonly BoundQuery[];
  readonly boost: number;
}

function bindGroup({ clauses, boost }: GroupNode, scope: LeafScope): Bound {
  const bound = clauses.map(({ conjunction, modifier, node }) => ({
    conjunction,
    modifier,
    query: node.kind === 'group' ? bindGroup(node, scope) : bindLeaf(node, scope),
  }));
  const found = occurrences(bound, scope.operator);
  const [only, second] = found;
  if (only === undefined) return undefined;
  const isBracketOnly = bound.some(({ modifier, query }) => modifier === 'none' && query === only.query);
  if (second === undefined && isBracketOnly) return multiplied(only.query, boost);
  const of = (occurs: 'must' | 'should' | 'mustNot') =>
    found.filter((clause) => clause.occurs === occurs).map(({ query }) => asClause(query));
  const [must, should, mustNot] = [of('must'), of('should'), of('mustNot')];
  if (must.length + should.length === 0) return { kind: 'pureNegative', mustNot, boost };
  return boolOf({ must, should, mustNot, minimumShouldMatch: must.length === 0 ? 1 : 0, boost });
}

const asClause = (bound: BoundQuery | PureNegative): BoundQuery => (bound.kind === 'pureNegative' ? NONE : bound);

function multiplied(bound: BoundQuery | PureNegative, boost: number): BoundQuery | PureNegative {
  return bound.kind === 'pureNegative' ? { ...bound, boost: bound.boost * boost } : boosted(bound, boost);
}
