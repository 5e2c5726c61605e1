import { Select, type SelectProps } from '@mantine/core';

type Choice<T extends string> = { readonly value: T; readonly label: string };

interface ChoiceProps<T extends string> extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'description' | 'error' | 'w' | 'disabled'
> {
  /** A list where the order matters, or labels by their values. */
  readonly choices: readonly Choice<T>[] | Readonly<Record<T, string>>;
  readonly value: T;
  readonly change: (value: T) => void;
}

/** A choice of one value among a few; one is always chosen. Its list lies within the dialog that it stands in. */
export function ChoiceField<T extends string>({ choices, change, ...field }: ChoiceProps<T>) {
  return (
    <Select
      {...field}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={Array.isArray(choices) ? [...(choices as readonly Choice<T>[])] : choicesOf(choices as Record<T, string>)}
      onChange={(value) => value !== null && change(value as T)}
    />
  );
}

const choicesOf = <T extends string>(labels: Readonly<Record<T, string>>): Choice<T>[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
