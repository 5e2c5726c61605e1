import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { SearchExamples } from '../../ui/shell/search-examples';

/** The language of the box, beside what it found. */
export function LanguageHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-end" width={440} shadow="md" withArrow opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button variant="subtle" onClick={() => setOpen(!isOpen)}>
          How to search
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SearchExamples leave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
