import { Select, Textarea, TextInput } from '@mantine/core';
import { faultAt, plainText, writeText } from './draft-reading';
import { memberAt, put, type FormState } from './draft-text';

/** How the contract is called and described. */
export function DetailFields({ state, isNew }: { readonly state: FormState; readonly isNew: boolean }) {
  const { members, faults, edit } = state;
  return (
    <section className="panel stack">
      {isNew && (
        <TextInput
          label="Name"
          required
          value={plainText(members.name) ?? ''}
          error={faultAt(faults, 'name')}
          onChange={({ currentTarget: { value } }) => edit((document) => put(document, ['name'], value))}
        />
      )}
      <DraftText state={state} path={['displayName']} label="Display name" />
      <DraftText state={state} path={['description']} label="Description" isLong />
      {isNew && (
        <Select
          label="Status"
          w={200}
          allowDeselect={false}
          data={['Active', 'Draft']}
          value={plainText(members.entityStatus) || 'Draft'}
          error={faultAt(faults, 'entityStatus')}
          onChange={(next) => edit(writeText(['entityStatus'], next ?? ''))}
        />
      )}
    </section>
  );
}

interface DraftTextProps {
  readonly state: FormState;
  readonly path: readonly string[];
  readonly label: string;
  /** Whether it is Markdown of several lines. */
  readonly isLong?: boolean;
}

/** A text of the draft; closed where it is written in a way that a field cannot show. */
export function DraftText({ state: { members, faults, edit }, path, label, isLong = false }: DraftTextProps) {
  const text = plainText(memberAt(members, path));
  const shared = {
    label,
    value: text ?? '',
    disabled: text === undefined,
    error: faultAt(faults, path.join('.')),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      edit(writeText(path, value)),
  };
  const note = text === undefined ? 'Written in YAML in another way' : undefined;
  return isLong ? (
    <Textarea {...shared} description={note ?? 'Markdown'} autosize minRows={2} />
  ) : (
    <TextInput {...shared} description={note} />
  );
}
