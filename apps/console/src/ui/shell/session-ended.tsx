import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { session } from '../../api/service/session';
import { unsaved } from '../../api/service/unsaved';
import { Dialog } from '../dialogs/dialog';

/** Above a page with something that is not saved, when the session has ended by itself: who signs in again goes on with it. */
export function SessionEnded() {
  const name = useSyncExternalStore(session.subscribe, () => (unsaved.isAny() ? session.lapsedUser() : undefined));
  const isLapsed = name !== undefined;
  useEffect(() => {
    if (!isLapsed) return undefined;
    const resume = () => void session.resume();
    // A sign-in in another tab is reported by the storage, and at the latest when the tab gets the focus.
    const events = ['storage', 'focus'];
    for (const event of events) window.addEventListener(event, resume);
    return () => events.forEach((event) => window.removeEventListener(event, resume));
  }, [isLapsed]);
  return (
    <Dialog opened={isLapsed} onClose={() => undefined} withCloseButton={false} title="Your session has ended">
      <div className="stack">
        <p style={{ margin: 0 }}>
          What you changed is still on this page. Sign in again as <strong>{name}</strong> in a new tab, then come back
          and save it.
        </p>
        <div className="row">
          <Button component="a" href="/sign-in" target="_blank" rel="noopener" data-autofocus>
            Sign in in a new tab
          </Button>
          <Button variant="default" onClick={session.giveUp}>
            Leave without saving
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
