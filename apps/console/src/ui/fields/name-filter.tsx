import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { namesQuery, type NamedType } from '../../api/names';

interface NameFilterProps {
  readonly value: string | undefined;
  readonly set: (value: string | undefined) => void;
  readonly label: string;
  readonly types: readonly NamedType[];
  /** The FQN of what the names lie in. */
  readonly below?: string;
}

const PAUSE_MS = 150;

/** A name that is completed while it is typed; it counts once it is chosen, or on Enter. */
export function NameFilter({ label, types, below, value, set }: NameFilterProps) {
  const [text, setText] = useState(value ?? '');
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data = [] } = useQuery(namesQuery(types, asked, below));
  const [isOpen, setOpen] = useState(false);
  const labels = new Map(data.map(({ fqn, label: shown }) => [fqn, shown]));
  useEffect(() => setText(value ?? ''), [value]);
  return (
    <Autocomplete
      label={label}
      placeholder="Any"
      clearable
      data={data.map(({ fqn }) => fqn)}
      renderOption={({ option: { value: fqn } }) => <NameOption fqn={fqn} label={labels.get(fqn) ?? fqn} />}
      // The API has found them: they need not contain the text literally.
      filter={({ options }) => options}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '') set(undefined);
      }}
      onOptionSubmit={set}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        setOpen(false);
        set(text.trim());
      }}
      onBlur={() => text.trim() !== (value ?? '') && set(text.trim())}
    />
  );
}

/** A name as it is called elsewhere, above the one that the filter takes where that is another. */
function NameOption({ fqn, label }: { readonly fqn: string; readonly label: string }) {
  return (
    <div>
      <div>{label}</div>
      {label !== fqn && <div className="dimmed small fqn">{fqn}</div>}
    </div>
  );
}
