import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { referenceTo, type CustomProperty } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import { typeLabel } from '../../api/entity-types';
import { ChoiceField } from '../../ui/fields/choice-field';
import { NamesField } from '../../ui/fields/names-field';
import { EditDialog } from './edit-dialog';
import { propertyChangesOf, propertyDraftOf, propertyFault, type Field, type PropertyDraft } from './property-draft';
import { MarkdownField } from './text-field';

interface PropertyEditorProps {
  readonly type: string;
  readonly asset: Asset;
  readonly property: CustomProperty;
  readonly field: Field;
  readonly close: () => void;
}

/** Changes the value of a custom property, by a field of its kind. */
export function PropertyEditor({ type, asset: { id }, property, field, close }: PropertyEditorProps) {
  const { name, displayName = name } = property;
  return (
    <EditDialog<PropertyDraft>
      type={type}
      id={id}
      close={close}
      of={{
        what: displayName,
        draftOf: ({ extension }) => propertyDraftOf(field, extension?.[name]),
        changesOf: (asset, draft) => propertyChangesOf(asset, name, field, draft, referenceTo),
        isFaulty: (draft) => propertyFault(field, draft) !== undefined,
        fields: ({ draft, set, refused }) => (
          <ValueFields
            label={displayName}
            about={property.description}
            field={field}
            draft={draft}
            set={set}
            error={propertyFault(field, draft) ?? refused(`extension.${name}`)}
          />
        ),
      }}
    />
  );
}

interface ValueProps {
  readonly label: string;
  readonly about: string;
  readonly field: Field;
  readonly draft: PropertyDraft;
  readonly set: (change: Partial<PropertyDraft>) => void;
  readonly error: string | undefined;
}

function ValueFields({ label, about, field, draft, set, error }: ValueProps) {
  const common = { label, description: about, error, 'data-autofocus': true };
  const text = { value: draft.text, onChange: (event: Typed) => set({ text: event.currentTarget.value }) };
  switch (field.kind) {
    case 'line':
      return (
        <TextInput
          {...common}
          {...text}
          type={field.input ?? 'text'}
          {...(field.input === 'datetime-local' && { step: 1 })}
          description={[about, field.hint].filter(Boolean).join('. ')}
        />
      );
    case 'number':
      return <TextInput {...common} {...text} inputMode={field.isWhole ? 'numeric' : 'decimal'} />;
    case 'lines':
      return field.isCode ? (
        <Textarea {...common} {...text} autosize minRows={4} maxRows={14} styles={{ input: MONO }} />
      ) : (
        <MarkdownField label={label} value={draft.text} change={(next) => set({ text: next })} error={error} />
      );
    case 'choice':
      return <Words {...{ common, field, draft, set }} />;
    case 'reference':
      return <ReferenceFields {...{ label, about, field, draft, set, error }} />;
    case 'link':
      return (
        <>
          <TextInput {...common} {...text} type="url" description={`${about}. An address of http or https`} />
          <TextInput
            label="Shown as"
            value={draft.more}
            onChange={({ currentTarget }) => set({ more: currentTarget.value })}
          />
        </>
      );
  }
}

type Typed = { readonly currentTarget: { readonly value: string } };
const MONO = { fontFamily: 'var(--mantine-font-family-monospace)' };
const WITHIN = { withinPortal: false };

interface WordsProps extends Pick<ValueProps, 'draft' | 'set'> {
  readonly common: object;
  readonly field: Extract<Field, { kind: 'choice' }>;
}

function Words({ common, field, draft, set }: WordsProps) {
  const list = { ...common, clearable: true, data: [...field.words], comboboxProps: WITHIN };
  return field.isList ? (
    <MultiSelect {...list} value={[...draft.words]} onChange={(words) => set({ words })} />
  ) : (
    <Select
      {...list}
      placeholder="None"
      value={draft.text === '' ? null : draft.text}
      onChange={(word) => set({ text: word ?? '' })}
    />
  );
}

type ReferenceProps = Omit<ValueProps, 'field'> & { readonly field: Extract<Field, { kind: 'reference' }> };

function ReferenceFields({ label, about, field, draft, set, error }: ReferenceProps) {
  return (
    <>
      {field.types.length > 1 && (
        <ChoiceField
          label="Type"
          choices={field.types.map((value) => ({ value, label: typeLabel(value) }))}
          value={draft.more}
          change={(more) => set({ more, words: [] })}
        />
      )}
      <NamesField
        label={label}
        description={about}
        types={[draft.more]}
        isFirst
        value={draft.words}
        change={(words) => set({ words: field.isList ? words : words.slice(-1) })}
        error={error}
      />
    </>
  );
}
