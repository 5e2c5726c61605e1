import { Button, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { BusyButton } from '../buttons/busy-button';
import { Dialog, useAskedClose } from './dialog';

interface FormDialogProps extends Pick<ModalProps, 'size'> {
  readonly title: string;
  /** The text of the button that saves. */
  readonly label: string;
  readonly save: { readonly mutate: () => void; readonly isPending: boolean; readonly isSuccess: boolean };
  readonly disabled?: boolean;
  /** Whether something was entered that is not saved. */
  readonly isChanged: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, to be saved or left: every way out but saving asks, where something was entered. */
export function FormDialog({ label, save, disabled = false, isChanged, close, children, ...dialog }: FormDialogProps) {
  const isLost = isChanged && !save.isSuccess;
  const { ask, question } = useAskedClose(isLost ? 'What you entered' : undefined, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React has it rise to a form around the dialog, too, which would be sent with it.
    event.stopPropagation();
    save.mutate();
  };
  return (
    <>
      <Dialog opened onClose={ask} {...dialog}>
        <form className="stack" onSubmit={submit}>
          {children}
          <div className="row">
            <BusyButton type="submit" isBusy={save.isPending} disabled={disabled}>
              {label}
            </BusyButton>
            <Button variant="default" onClick={ask}>
              Cancel
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}
