import { occurrences } from '../language/occurrence';
import type { GroupNode, SyntaxNode } from '../language/syntax-tree';
import type { BoundQuery } from '../../query/bound-query';
import { bindLeaf } from './bind-leaf';
import type { LeafScope } from './bind-leaf';
import { boolOf, boosted, NONE, noneOf } from '../../query/build-query';

/** The tree as a whole: where it only says what must not match, it means all the rest. */
export function bindTree(tree: GroupNode, scope: LeafScope): BoundQuery {
  const bound = bindGroup(tree, scope);
  if (bound === undefined) return NONE;
  return repaired(bound);
}

/** undefined: no clause of it has a token. */
type Bound = BoundQuery | PureNegative | undefined;

/** Clauses that only say what must not match: by themselves they find nothing, as in Lucene. */
interface PureNegative {
  readonly kind: 'pureNegative';
  readonly mustNot: readonly BoundQuery[];
  readonly boost: number;
}

function repaired(bound: BoundQuery | PureNegative): BoundQuery {
  if (bound.kind !== 'pureNegative') return bound;
  return noneOf(bound.mustNot, bound.boost);
}

function bindGroup({ clauses, boost }: GroupNode, scope: LeafScope): Bound {
  const bound = clauses.map(({ conjunction, modifier, node }) => ({
    conjunction,
    modifier,
    query: bindNode(node, scope),
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

function bindNode(node: SyntaxNode, scope: LeafScope): Bound {
  return node.kind === 'group' ? bindGroup(node, scope) : bindLeaf(node, scope);
}
