import type { Asset } from '../../api/assets';
import { columnChangesOf, columnDraftOf, placeOf, type ColumnDraft } from './column-draft';
import { descriptionField, labelFields } from './described-fields';
import { EditDialog } from './edit-dialog';

interface ColumnEditorProps {
  readonly type: string;
  readonly asset: Asset;
  /** Names from the outermost column inwards. */
  readonly path: readonly string[];
  readonly mayDescribe: boolean;
  readonly mayTag: boolean;
  readonly close: () => void;
}

/** Describes and tags a column. */
export function ColumnEditor({ type, asset: { id }, path, mayDescribe, mayTag, close }: ColumnEditorProps) {
  return (
    <EditDialog<ColumnDraft>
      type={type}
      id={id}
      close={close}
      of={{
        what: `the column ${path.join('.')}`,
        draftOf: (asset) => columnDraftOf(asset, path),
        changesOf: (asset, draft) => columnChangesOf(asset, path, draft),
        fields: (fields) =>
          placeOf(fields.asset, path) ? (
            <>
              {mayDescribe && descriptionField(fields)}
              {mayTag && labelFields(fields, !mayDescribe)}
            </>
          ) : (
            <p style={{ margin: 0 }}>The column is there no more.</p>
          ),
      }}
    />
  );
}
