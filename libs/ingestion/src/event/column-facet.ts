import type { ColumnPair } from './event';
import { facetOf, listOf, objectOf, textOf } from './lenient';
import { lenientName } from './name-reader';

/** As `entity_version` and other texts of a key: a path of columns, each of 256 characters. */
const LONGEST_COLUMN = 2_000;
/** What all that transformed a column may say. */
const LONGEST_FUNCTION = 1_000;

/** Every inputField of the facet columnLineage, direct and indirect. @param note is called with what cannot be read */
export function columnPairs(facets: unknown, note: (text: string) => void): ColumnPair[] {
  const fields = objectOf(facetOf(facets, 'columnLineage')?.fields) ?? {};
  return Object.entries(fields).flatMap(([toColumn, made]) =>
    listOf(objectOf(made)?.inputFields).flatMap((input, i) => {
      const from = lenientName(input);
      const fromColumn = textOf(objectOf(input)?.field);
      if (from && fromColumn && isColumn(fromColumn) && isColumn(toColumn))
        return [{ from, fromColumn, toColumn, function: functionOf(input, made) }];
      note(`columnLineage.fields.${toColumn.slice(0, 100)}.inputFields[${i}] names no column of a dataset`);
      return [];
    }),
  );
}

function isColumn(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_COLUMN;
}

/** The transformations of the pair, sorted; in older events those of the whole column. */
function functionOf(input: unknown, made: unknown): string {
  const steps = listOf(objectOf(input)?.transformations).flatMap((step) => {
    const { type, subtype } = objectOf(step) ?? {};
    const words = [type, subtype].flatMap((word) => textOf(word) ?? []);
    return words.length ? [words.join('/')] : [];
  });
  const all = steps.length ? [...new Set(steps)].sort().join(', ') : textOf(objectOf(made)?.transformationType);
  return (all ?? '').slice(0, LONGEST_FUNCTION);
}
