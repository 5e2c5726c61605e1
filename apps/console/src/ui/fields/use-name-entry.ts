import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const PAUSE_MS = 150;

/** A name that is typed into a field of several, whose list of completions closes once one is chosen. */
export function useNameEntry() {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  return {
    typed,
    /** The text that completions are asked for. */
    asked,
    /** Properties of the field. */
    entry: {
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      // It would cover the button below.
      onOptionSubmit: () => setOpen(false),
      searchValue: typed,
      onSearchChange: setTyped,
    },
  };
}
