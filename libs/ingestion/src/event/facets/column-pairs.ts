import { truncate } from '@app/common';
import type { ColumnPair } from '../event';
import { facetOf, listOf, objectOf, textOf } from '../lenient';
import { lenientName } from '../name-reader';

/** Takes what was left out, and where. */
export type Note = (text: string) => void;

/** Characters, as of other texts of a key: a path of columns, each of 256 characters. */
const LONGEST_COLUMN = 2_000;
/** Characters of all texts on how a column was transformed. */
const LONGEST_FUNCTION = 1_000;

/** Pairs of columns of an output as it was sent, malformed ones included; a column without inputs counts as well. */
export function pairCount(sent: unknown): number {
  const { fields, dataset } = facetOf(objectOf(sent)?.facets, 'columnLineage') ?? {};
  const ofAll = listOf(dataset).length;
  return Object.values(objectOf(fields) ?? {}).reduce<number>(
    (sum, made) => sum + Math.max(1, listOf(objectOf(made)?.inputFields).length + ofAll),
    0,
  );
}

/**
 * Every inputField of the facet columnLineage, direct and indirect; those of the whole dataset for each of its fields.
 * @param note is called with what cannot be read
 */
export function columnPairs(facets: unknown, note: Note): ColumnPair[] {
  const { fields: sent, dataset } = facetOf(facets, 'columnLineage') ?? {};
  const fields = Object.entries(objectOf(sent) ?? {});
  const ofAll = listOf(dataset);
  if (ofAll.length > 0 && fields.length === 0)
    note('columnLineage.dataset names columns that all fields depend on, and columnLineage.fields has none');
  return fields.flatMap(([toColumn, made]) => {
    const path = `columnLineage.fields.${toColumn.slice(0, 100)}.inputFields`;
    const own = listOf(objectOf(made)?.inputFields).flatMap((input, i) =>
      columnPair(input, toColumn, `${path}[${i}]`, note, made),
    );
    return [...own, ...ofAll.flatMap((input, i) => columnPair(input, toColumn, `columnLineage.dataset[${i}]`, note))];
  });
}

/** @param made what older events say of the whole column */
export function columnPair(input: unknown, toColumn: string, path: string, note: Note, made?: unknown): ColumnPair[] {
  const from = lenientName(input);
  const fromColumn = textOf(objectOf(input)?.field);
  if (from && fromColumn && isColumn(fromColumn) && isColumn(toColumn))
    return [{ from, fromColumn, toColumn, function: functionOf(input, made) }];
  note(`${path} names no column of a dataset`);
  return [];
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
  return truncate(all ?? '', LONGEST_FUNCTION);
}
