import type { Asset } from '../../api/assets';
import type { Schemas } from '../../api/service/client';
import { columnsOf, type Column } from '../../ui/text/column-type';
import { labelChange, namesOfSource, textChange, type Change } from './changes';

/** Entries of the editor of a column. */
export interface ColumnDraft {
  readonly description: string;
  readonly tags: readonly string[];
  readonly terms: readonly string[];
}

/** A column and where it stands in its document. */
interface Place {
  readonly column: Column;
  readonly pointer: string;
}

/** Where the columns of an asset stand, as a JSON Pointer. */
function listOf({ columns, dataModel, messageSchema }: Asset): string {
  if (columns) return '/columns';
  if (dataModel?.columns) return '/dataModel/columns';
  return messageSchema?.schemaFields ? '/messageSchema/schemaFields' : '/fields';
}

/** The column with these names, from the outermost inwards. */
export function placeOf(asset: Asset, path: readonly string[]): Place | undefined {
  let list = columnsOf(asset);
  let pointer = listOf(asset);
  let found: Place | undefined;
  for (const name of path) {
    const at = list.findIndex((column) => column.name === name);
    const column = list[at];
    if (!column) return undefined;
    found = { column, pointer: `${pointer}/${at}` };
    list = (column.children ?? []) as Column[];
    pointer = `${found.pointer}/children`;
  }
  return found;
}

const labelsOf = ({ tags }: Column) => tags as Schemas['TagLabel'][] | undefined;

export function columnDraftOf(asset: Asset, path: readonly string[]): ColumnDraft {
  const { column } = placeOf(asset, path) ?? {};
  const labels = column && labelsOf(column);
  return {
    description: column?.description ?? '',
    tags: namesOfSource(labels, 'Classification'),
    terms: namesOfSource(labels, 'Glossary'),
  };
}

/** Changes of a column; none where it is there no more. */
export function columnChangesOf(asset: Asset, path: readonly string[], draft: ColumnDraft): Change[] {
  const place = placeOf(asset, path);
  if (!place) return [];
  const { column, pointer } = place;
  return [
    ...textChange(`${pointer}/description`, column.description, draft.description),
    ...labelChange(`${pointer}/tags`, labelsOf(column), [
      ...draft.tags.map((tagFQN) => ({ tagFQN, source: 'Classification' as const })),
      ...draft.terms.map((tagFQN) => ({ tagFQN, source: 'Glossary' as const })),
    ]),
  ];
}
