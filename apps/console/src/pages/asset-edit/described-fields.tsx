import { NamesField } from '../../ui/fields/names-field';
import type { ColumnDraft } from './column-draft';
import type { Fields } from './edit-dialog';
import { MarkdownField } from './text-field';

/**
 * Field of the description of an asset or a column. No component: the dialog lists the refusals that no field has taken, so its fields take theirs
 * before it is rendered.
 */
export function descriptionField({ draft, set, refused }: Fields<ColumnDraft>) {
  return (
    <MarkdownField
      label="Description"
      value={draft.description}
      change={(description) => set({ description })}
      error={refused('description')}
    />
  );
}

/** Fields of the tags and glossary terms of either, in the same way. @param isFirst whether the focus begins here */
export function labelFields({ draft, set, refused }: Fields<ColumnDraft>, isFirst: boolean) {
  return (
    <>
      <NamesField
        label="Tags"
        types={['tag']}
        isFirst={isFirst}
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
  );
}
