import {
  bigintArray,
  binaryArray,
  booleanArray,
  float8Array,
  integerArray,
  jsonbArray,
  type PreparedStatement,
} from '@app/database';
import { isSamePart } from '../row/row-digests';
import type { StoredRow } from '../row/search-row';

/** The digests that stored rows are known to have, by node, while no other transaction can change them. */
export type StoredDigests = ReadonlyMap<string, Uint8Array>;

const NUMBER_OF_ARRAYS = 15;

/** The arrays of {@link rowArrays}. */
export const PUT_ROWS: PreparedStatement = {
  name: 'search_put_documents',
  text: `select search_put_documents(${Array.from({ length: NUMBER_OF_ARRAYS }, (_, at) => `$${at + 1}`).join(', ')})`,
};

/** The rows as arrays; parts that are stored already as they are to be are left out. */
export function rowArrays(rows: readonly StoredRow[], stored: StoredDigests): Buffer[] {
  const isNew = (part: Parameters<typeof isSamePart>[0]) => (row: StoredRow) =>
    !isSamePart(part, stored.get(row.node), row.digests);
  const [newTexts, newElements] = [isNew('texts'), isNew('elements')];
  const { terms, places } = termsOf(rows, isNew('kw'));
  return [
    bigintArray(rows.map(({ node }) => node)),
    binaryArray(
      'text',
      rows.flatMap(({ keys }) => keys),
    ),
    booleanArray(rows.map(({ deleted }) => deleted)),
    bigintArray(rows.map(({ updatedAt }) => updatedAt)),
    float8Array(rows.map(({ totalVotes }) => totalVotes)),
    binaryArray(
      'tsvector',
      rows.map(({ names }) => names),
    ),
    binaryArray(
      'tsvector',
      rows.map((row) => (newTexts(row) ? row.texts : null)),
    ),
    binaryArray(
      'text',
      rows.map(({ chunks }) => chunks),
    ),
    binaryArray('text', terms),
    integerArray(places),
    integerArray(rows.flatMap(({ tokens }) => tokens)),
    integerArray(rows.flatMap(({ lengths }) => lengths)),
    jsonbArray(rows.map(({ document }) => document)),
    jsonbArray(rows.map((row) => (newElements(row) ? row.elements : null))),
    binaryArray(
      'bytea',
      rows.map(({ digests }) => digests),
    ),
  ];
}

/** The keyword terms of all rows, and for each where its own begin and end, and where its facets do. */
function termsOf(
  rows: readonly StoredRow[],
  isNew: (row: StoredRow) => boolean,
): { terms: string[]; places: (number | null)[] } {
  const terms: string[] = [];
  const places: (number | null)[] = [];
  for (const row of rows) {
    if (!isNew(row)) {
      places.push(null, null, null, null);
      continue;
    }
    for (const each of [row.kw, row.facets]) {
      places.push(terms.length + 1);
      terms.push(...each);
      places.push(terms.length);
    }
  }
  return { terms, places };
}
