import { Button, Modal, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

type DialogProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'>;

/** A dialog above the page. */
export function Dialog(props: DialogProps) {
  return (
    <Modal
      // Its lock of the page behind is a style element without the nonce of the page.
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...props}
    />
  );
}

interface FormDialogProps extends Pick<ModalProps, 'size'> {
  readonly title: string;
  /** Of the button that saves. */
  readonly label: string;
  readonly save: { readonly mutate: () => void; readonly isPending: boolean };
  readonly disabled?: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, to be saved or left. */
export function FormDialog({ label, save, disabled = false, close, children, ...dialog }: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog opened onClose={close} {...dialog}>
      <form className="stack" onSubmit={submit}>
        {children}
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={disabled}>
            {label}
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
