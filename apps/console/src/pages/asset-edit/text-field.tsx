import { Textarea } from '@mantine/core';
import { Markdown } from '../../ui/markdown';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly error?: string | undefined;
}

/** A text in Markdown, with how it will be shown below. */
export function MarkdownField({ label, value, change, error }: TextFieldProps) {
  return (
    <>
      <Textarea
        label={label}
        description="Markdown; empty for none"
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        error={error}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {value.trim() !== '' && (
        <section className="panel" aria-label="Preview">
          <Markdown text={value} />
        </section>
      )}
    </>
  );
}
