import { Button, Popover } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAskedClose } from '../../ui/dialogs/dialog';

interface SchedulePopoverProps {
  /** The name of the button. */
  readonly name: string;
  /** The text on it. */
  readonly text?: string;
  readonly children: (changed: (isChanged: boolean) => void, close: () => void) => ReactNode;
}

/** A button that opens the form of a schedule beside it; it asks before changes are left. */
export function SchedulePopover({ name, text = 'Schedule', children }: SchedulePopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const close = () => {
    setOpen(false);
    setChanged(false);
  };
  const { ask, question } = useAskedClose(isOpen && isChanged ? 'What you changed in the schedule' : undefined, close);
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={(opens) => (opens ? setOpen(true) : ask())}
        trapFocus
        returnFocus
        withinPortal
        position="bottom-start"
      >
        <Popover.Target>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={name}
            onClick={() => (isOpen ? ask() : setOpen(true))}
          >
            {text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Schedule">{children(setChanged, close)}</Popover.Dropdown>
      </Popover>
      {question}
    </>
  );
}
