import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fqnsQuery, type NamedType } from '../../api/names';
import { useNameEntry } from './use-name-entry';

interface NamesFieldProps {
  readonly label: string;
  readonly types: readonly NamedType[];
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  readonly isFirst?: boolean;
}

/** FQNs of entities of some types, completed while one is typed. A name that nothing has is refused when it is saved. */
export function NamesField({ label, types, value, change, description, error, isFirst = false }: NamesFieldProps) {
  const { typed, asked, entry } = useNameEntry();
  const { data = [], isPlaceholderData } = useQuery(fqnsQuery(types, asked));
  // Until the answer to what is typed is there, the first option would be one that has nothing to do with it.
  const isCurrent = asked === typed && !isPlaceholderData;
  return (
    <TagsInput
      label={label}
      description={description}
      error={error}
      value={[...value]}
      onChange={change}
      {...entry}
      data={[...data]}
      // The API has found them: they need not contain the text literally.
      {...(isCurrent && { filter: ({ options }) => options })}
      // A name may have a comma.
      splitChars={[]}
      comboboxProps={{ withinPortal: false }}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
