import { textField, type TextField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { bestOf, boolOf } from '../../query/build-query';
import type { SearchRequest } from '../../query/search-request';
import { parseQueryText } from '../language/parser';
import type { GroupNode, SyntaxClause } from '../language/syntax-tree';
import { analysedChunks, type AnalysedChunk } from './chunk-query';

/**
 * Where words may meet, by their stems: in a name, in the name of one column, in the description. FQNs are made of the names of others, and
 * in the descriptions of a hundred columns words meet by chance.
 */
const FIELDS = ['name.stem', 'displayName.stem', 'columns.name.stem', 'children.name.stem', 'description'].map(
  (name) => [name, textField(name) as TextField] as const,
);

/** With up to three words between them, or one where they stand the other way round. */
const SLOP = 3;

/** More than one word scores in a name: 10 · 2.2 · idf is 220 of a word that one of 20,000 documents has. */
const SCORE = 250;

/** Parts of words that are chunks: more stand in too many orders. */
const MOST_PARTS = 3;

/** A longer text is a sentence, whose words are not all meant to stand together. Three pairs at most are looked for in each match. */
const MOST_WORDS = 4;

/**
 * The request with what its words score where they meet in one field: documents that have them in one column come before those that have
 * one of them in their names. It finds the same.
 */
export function withMeetings(request: SearchRequest, text: string): SearchRequest {
  if (!request.sort.some(({ by }) => by === '_score')) return request;
  const should = meetingsOf(text);
  return should.length === 0 ? request : { ...request, query: boolOf({ must: [request.query], should }) };
}

/** One query of each pair of bare words of a text; none for a text of more words, or where one of them has a boost of its own. */
export function meetingsOf(text: string): BoundQuery[] {
  const { clauses, boost } = withoutBrackets(parseQueryText(text));
  const words = clauses.length > MOST_WORDS ? [] : clauses.flatMap(wordsOf);
  if (words.length > MOST_WORDS) return [];
  // Each word with the next, of three also the first with the last: a word such as `of` may stand between them.
  const reach = words.length === 3 ? 2 : 1;
  const pairs = words.flatMap((word, at) => words.slice(at + 1, at + 1 + reach).map((other) => [word, other] as const));
  return pairs.filter(isShort).map(([word, other]) => meetingOf(word, other, boost));
}

/** The group of all words of a text: brackets around them all say nothing, and a boost of these is one of all that the words score. */
function withoutBrackets(group: GroupNode): GroupNode {
  const [only, ...others] = group.clauses;
  if (only?.node.kind !== 'group' || others.length > 0 || only.modifier === 'not') return group;
  return withoutBrackets({ ...only.node, boost: group.boost * only.node.boost });
}

const isShort = ([word, other]: readonly [AnalysedChunk, AnalysedChunk]): boolean =>
  word.parts.parts.length + other.parts.parts.length <= MOST_PARTS;

/** The chunks of a clause that is a word in no field and may match. */
function wordsOf({ modifier, node }: SyntaxClause): AnalysedChunk[] {
  const isBare = node.kind === 'word' && node.field === undefined && node.boost === 1 && modifier !== 'not';
  return isBare ? analysedChunks(node.text) : [];
}

/** Whatever the words score: a document where they meet comes before others, however rare one of them is. */
function meetingOf(one: AnalysedChunk, other: AnalysedChunk, boost: number): BoundQuery {
  const query = bestOf(
    FIELDS.map(([field, { analysis }]): BoundQuery => {
      const tokens = [...one[analysis].parts, ...other[analysis].parts];
      return { kind: 'phrase', field, tokens, slop: SLOP, prefix: false, boost: 1 };
    }),
  );
  return { kind: 'constant', query, boost: SCORE * boost };
}
