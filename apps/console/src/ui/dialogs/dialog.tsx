import { Button, Modal, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { unsaved } from '../../api/service/unsaved';

type DialogProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children' | 'withCloseButton'>;

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

/**
 * Asks before a page or a tab is left while something on it is not saved; the browser asks where it is closed or loaded anew. The end of
 * the session leaves the page as it is meanwhile.
 */
export function AskBeforeLeaving({ what }: { readonly what: string }) {
  useEffect(() => unsaved.add(), []);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return <Question opened={status === 'blocked'} what={what} stay={() => reset?.()} leave={() => proceed?.()} />;
}

interface AskedClose {
  /** Closes, or asks first. */
  readonly ask: () => void;
  readonly question: ReactNode;
}

/** For a form above the page: asks before it is closed, or the page left, while something in it is not saved. */
export function useAskedClose(what: string | undefined, close: () => void): AskedClose {
  const [isAsked, setAsked] = useState(false);
  if (what === undefined) return { ask: close, question: null };
  return {
    ask: () => setAsked(true),
    question: (
      <>
        <AskBeforeLeaving what={what} />
        {/* Made when it is asked: one that is there already would be closed by the key that asks for it. */}
        {isAsked && <Question opened what={what} stay={() => setAsked(false)} leave={close} />}
      </>
    ),
  };
}

interface QuestionProps {
  readonly opened: boolean;
  readonly what: string;
  readonly stay: () => void;
  readonly leave: () => void;
}

function Question({ opened, what, stay, leave }: QuestionProps) {
  return (
    <Dialog opened={opened} onClose={stay} title="Leave without saving?">
      <div className="stack">
        <p style={{ margin: 0 }}>{what} would be lost.</p>
        <div className="row">
          <Button data-autofocus onClick={stay}>
            Stay
          </Button>
          <Button variant="default" onClick={leave}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
