import type { Asset } from '../../api/assets';
import { NamesField } from '../../ui/fields/names-field';
import { columnChangesOf, columnDraftOf, placeOf, type ColumnDraft } from './column-draft';
import { EditDialog } from './edit-dialog';
import { MarkdownField } from './text-field';

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
        fields: ({ draft, set, asset, refused }) =>
          placeOf(asset, path) ? (
            <>
              {mayDescribe && (
                <MarkdownField
                  label="Description"
                  value={draft.description}
                  change={(description) => set({ description })}
                  error={refused('description')}
                />
              )}
              {mayTag && (
                <>
                  <NamesField
                    label="Tags"
                    types={['tag']}
                    isFirst={!mayDescribe}
                    value={draft.tags}
                    change={(tags) => set({ tags })}
                    error={refused('tags', draft.tags)}
                  />
                  <NamesField
                    label="Glossary terms"
                    types={['glossaryTerm']}
                    value={draft.terms}
                    change={(terms) => set({ terms })}
                    error={refused('tags', draft.terms)}
                  />
                </>
              )}
            </>
          ) : (
            <p style={{ margin: 0 }}>The column is there no more.</p>
          ),
      }}
    />
  );
}
