import { lazy, Suspense, useState } from 'react';
import type { Asset } from '../../api/assets';
import { RowButton } from '../../ui/tables/list-table';
import { ColumnTable } from '../../ui/tables/column-table';
import { columnsOf } from '../../ui/text/column-type';
import { useEditRights } from './use-edit-rights';

const ColumnEditor = lazy(async () => ({ default: (await import('./column-editor')).ColumnEditor }));

interface EditableColumnsProps {
  readonly type: string;
  readonly asset: Asset;
}

/** The columns of an asset, with a button for each to describe and tag it, for who may. */
export function EditableColumns({ type, asset }: EditableColumnsProps) {
  const { may } = useEditRights(type, asset);
  const [edited, edit] = useState<readonly string[]>();
  const mayDescribe = may('EditDescription');
  const mayTag = may('EditTags');
  const beside = {
    head: 'Change',
    cell: (path: readonly string[]) => (
      <RowButton label="Edit" name={`Edit the column ${path.join('.')}`} act={() => edit(path)} />
    ),
  };
  return (
    <>
      <ColumnTable columns={columnsOf(asset)} beside={mayDescribe || mayTag ? beside : undefined} />
      {edited && (
        <Suspense fallback={null}>
          <ColumnEditor {...{ type, asset, path: edited, mayDescribe, mayTag }} close={() => edit(undefined)} />
        </Suspense>
      )}
    </>
  );
}
