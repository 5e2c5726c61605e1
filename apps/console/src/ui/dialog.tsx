import { Modal, type ModalProps } from '@mantine/core';

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
