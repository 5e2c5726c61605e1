import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog';

/** Asks before a page or a tab is left while something on it is not saved; the browser asks where it is closed or loaded anew. */
export function AskBeforeLeaving({ what }: { readonly what: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <div className="stack">
        <p style={{ margin: 0 }}>{what} would be lost.</p>
        <div className="row">
          <Button data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
          <Button variant="default" onClick={() => proceed?.()}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
