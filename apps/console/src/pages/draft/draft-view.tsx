import type { CompletionSource } from '@codemirror/autocomplete';
import { useMemo } from 'react';
import type { Asset } from '../../api/assets';
import type { FieldMessage } from '../../api/service/api-error';
import { Notice } from '../../ui/states';
import { YamlEditor, type LineFault } from '../../ui/yaml-editor';
import { ContractForm } from './contract-form';
import { edited, readingOf } from './draft-text';
import { OdcsPreview } from './odcs-preview';

interface DraftFormProps {
  readonly type: string;
  readonly asset: Asset | undefined;
  readonly text: string;
  /** Absent: it is only read. */
  readonly change?: ((text: string) => void) | undefined;
  /** By the paths of the document. */
  readonly faults?: readonly FieldMessage[];
  readonly isNew?: boolean;
}

/** A draft by form; where the form cannot show its text, the reason. */
export function DraftForm({ type, asset, text, change, faults = [], isNew = false }: DraftFormProps) {
  const { members, obstacle } = useMemo(() => readingOf(text), [text]);
  if (!members) {
    return (
      <Notice tone="part" icon="warning">
        <p>The form cannot show this document. {obstacle}</p>
        <p>The text stays as it is: change it in YAML.</p>
      </Notice>
    );
  }
  const edit = (how: Parameters<typeof edited>[1]) => change?.(edited(text, how));
  return <ContractForm state={{ type, asset, members, faults, edit, isRead: change === undefined }} isNew={isNew} />;
}

/** By the form, as its text, or as the ODCS document that it would be exported as, which is only read. */
export type DraftViewName = 'form' | 'yaml' | 'odcs';

interface DraftViewProps extends DraftFormProps {
  readonly view: DraftViewName;
  readonly label: string;
  readonly change: (text: string) => void;
  readonly lineFaults: readonly LineFault[];
  readonly complete: CompletionSource;
}

/** One draft in three views: what is changed in one is in the others. */
export function DraftView({ view, label, lineFaults, complete, ...draft }: DraftViewProps) {
  if (view === 'form') return <DraftForm {...draft} />;
  if (view === 'odcs') return <OdcsPreview text={draft.text} />;
  return <YamlEditor value={draft.text} label={label} change={draft.change} faults={lineFaults} complete={complete} />;
}
