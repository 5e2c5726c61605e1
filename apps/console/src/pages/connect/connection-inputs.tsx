import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ConnectionConfig } from '../../api/connection-kinds';
import type { TestStep } from '../../api/connections';
import { messageAt } from '../../api/service/api-error';
import { isKept, type ConnectionDraft, type ConnectionField } from './connection-fields';

interface InputsProps {
  readonly fields: readonly ConnectionField[];
  readonly draft: ConnectionDraft;
  /** The stored configuration of a connection that is edited. */
  readonly stored?: ConnectionConfig | undefined;
  /** The refusal of what was sent. */
  readonly error: unknown;
  /** The step of the test that failed. */
  readonly failed: TestStep | undefined;
  readonly set: (change: ConnectionDraft) => void;
}

/** The members of a connection by their schema; those that most do without are folded. */
export function ConnectionInputs({ fields, ...props }: InputsProps) {
  const others = fields.filter(({ isFirst }) => !isFirst);
  return (
    <>
      {fields
        .filter(({ isFirst }) => isFirst)
        .map((field) => (
          <ConnectionInput key={field.path} field={field} {...props} />
        ))}
      {others.length > 0 && (
        <details open={others.some(({ path }) => faultAt(path, props) !== undefined) || undefined}>
          <summary className="dimmed small">More settings</summary>
          <div className="stack" style={{ gap: 12, marginTop: 10 }}>
            {others.map((field) => (
              <ConnectionInput key={field.path} field={field} {...props} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** Paths of members that show their own messages. */
export const shownAt = (fields: readonly ConnectionField[]): readonly string[] =>
  fields.map(({ path }) => memberOf(path));

const memberOf = (path: string): string => `connection.config.${path}`;

const faultAt = (path: string, { error, failed }: Pick<InputsProps, 'error' | 'failed'>): string | undefined =>
  messageAt(error, memberOf(path)) ?? (failed?.field === memberOf(path) ? failed.message : undefined);

function ConnectionInput({
  field,
  draft,
  stored,
  set,
  ...faults
}: Omit<InputsProps, 'fields'> & { readonly field: ConnectionField }) {
  const { path, label, description, input, choices, standard, example, isRequired } = field;
  const kept = isKept(field, stored);
  const value = draft[path] ?? '';
  const change = (next: string) => set({ [path]: next });
  const common = {
    label,
    description: kept ? 'Stored, and not shown. Left empty, it stays' : description,
    error: faultAt(path, faults),
    required: isRequired && !kept,
    value,
  };
  switch (input) {
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          error={common.error}
          checked={value === 'true'}
          onChange={({ currentTarget }) => change(String(currentTarget.checked))}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          aria-invalid={common.error !== undefined}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          clearable
          placeholder={standard === undefined ? 'not set' : String(standard)}
          data={[...choices]}
          value={value === '' ? null : value}
          onChange={(next) => change(next ?? '')}
        />
      );
    case 'pem':
    case 'document':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={8}
          className="mono"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          placeholder={example ?? (standard === undefined ? '' : String(standard))}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      );
  }
}
