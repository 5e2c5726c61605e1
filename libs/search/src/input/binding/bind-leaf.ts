import { comparedName, mappedName, valueField, type WeightedField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { ALL, bestOf, boosted, joined, NONE } from '../../query/build-query';
import type { DefaultOperator } from '../language/occurrence';
import { QueryError } from '../language/query-error';
import type { LeafNode } from '../language/syntax-tree';
import { bindExists, bindPattern, bindRange, bindTerm } from './bind-field';
import { analysedChunks, bestChunk, phraseOf, textTargets } from './chunk-query';
import type { Clock } from './instant-text';
import type { NoteField } from './unmapped-fields';

export interface LeafScope {
  /** Where a leaf without a field looks. */
  readonly fields: readonly WeightedField[];
  /** The operator that joins the chunks of a word. */
  readonly operator: DefaultOperator;
  readonly clock: Clock;
  readonly noteField?: NoteField | undefined;
  /** Counts tokens that are looked for. @throws {QueryError} where there are too many */
  spend(at: number, tokens: number): void;
  /** Counts phrases with a slop. @throws {QueryError, AppError} where there are too many */
  countSloppy(at: number): void;
}

/** `_exists_:f` asks whether f has a value. */
const EXISTS = '_exists_';

/**
 * A leaf in its field, or in all fields that a bare one looks in, where the best counts. undefined: a text without tokens.
 * @throws {QueryError} for what cannot be compared with the field
 */
export function bindLeaf(leaf: LeafNode, scope: LeafScope): BoundQuery | undefined {
  try {
    const bound = leaf.field === EXISTS ? existsNamed(leaf, scope) : bindUnboosted(leaf, scope);
    return bound && boosted(bound, leaf.boost);
  } catch (error) {
    if (error instanceof QueryError && error.position === undefined) throw new QueryError(error.reason, leaf.at);
    throw error;
  }
}

function existsNamed(leaf: LeafNode, { noteField }: LeafScope): BoundQuery {
  if (leaf.kind !== 'word' && leaf.kind !== 'phrase') return NONE;
  const field = mappedName(leaf.text);
  noteField?.(field);
  return bindExists(field);
}

function bindUnboosted(leaf: LeafNode, scope: LeafScope): BoundQuery | undefined {
  const isBare = leaf.field === undefined || leaf.field === '*';
  const name = leaf.field ?? '';
  if (!isBare) scope.noteField?.(mappedName(name));
  if (leaf.kind === 'any') return isBare ? ALL : bindExists(mappedName(name));
  const fields = isBare ? scope.fields : [{ field: comparedName(name), weight: 1 }];
  if (leaf.kind === 'word' || leaf.kind === 'phrase') return bindText(leaf, fields, scope);
  const bind = (field: string, weight: number): BoundQuery =>
    leaf.kind === 'range' ? bindRange(field, leaf, scope.clock, weight) : bindPattern(field, leaf, weight);
  return bestOf(fields.map(({ field, weight }) => bind(field, weight)));
}

type Text = LeafNode & { kind: 'word' | 'phrase' };

/** Text fields by chunks, all others by the text as it is. */
function bindText(leaf: Text, fields: readonly WeightedField[], scope: LeafScope): BoundQuery | undefined {
  const targets = textTargets(fields);
  const others = fields.filter(({ field }) => valueField(field));
  if (targets.length + others.length === 0) return NONE;
  const chunks = targets.length > 0 ? analysedChunks(leaf.text) : [];
  const tokens = chunks.reduce((sum, { parts: { parts } }) => sum + parts.length, 0);
  scope.spend(leaf.at, tokens);
  if (leaf.kind === 'phrase' && leaf.slop > 0) scope.countSloppy(leaf.at);
  if (chunks.length === 0 && others.length === 0) return undefined;
  const inTexts =
    leaf.kind === 'word'
      ? [
          joined(
            scope.operator,
            chunks.map((chunk) => bestChunk(targets, chunk)),
          ),
        ]
      : targets.map((target) => phraseOf(target, chunks, leaf.slop));
  const inOthers = others.map(({ field, weight }) => bindTerm(field, leaf.text, scope.clock, weight));
  return bestOf([...(chunks.length > 0 ? inTexts : []), ...inOthers]);
}
