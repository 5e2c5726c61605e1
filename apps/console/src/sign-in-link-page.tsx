import { Button } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { linkTicket } from './api/service/link-ticket';
import { session, type Replacement } from './api/service/session';
import { insideAddress } from './search-parameters';
import { LinkNotice, reasonOf } from './sign-in-page';
import { BusyButton } from './ui/buttons/busy-button';
import { useTitle } from './ui/link';
import { Loading, Message } from './ui/states';

interface Shown {
  readonly replacement?: Replacement | undefined;
  readonly error?: Error;
  readonly isBusy?: boolean;
}

/** Where a link leads that signs in once: it signs in, and asks first if a user is signed in. */
export function SignInLinkPage() {
  useTitle('Sign in');
  const router = useRouter();
  const { from } = useSearch({ from: '/sign-in/link' });
  const [shown, setShown] = useState<Shown>({});
  const { replacement, error, isBusy = false } = shown;

  const goOn = useCallback(() => {
    linkTicket.forget();
    void router.navigate({ href: insideAddress(from), replace: true });
  }, [router, from]);
  const attempt = useCallback(
    async (work: () => Promise<Replacement | undefined>) => {
      try {
        const asked = await work();
        if (asked) setShown({ replacement: asked });
        else goOn();
      } catch (failure) {
        // If no user is signed in, the sign-in page says why the link is invalid.
        if (session.linkError()) void router.navigate({ to: '/sign-in', search: { from }, replace: true });
        else setShown((before) => ({ ...before, isBusy: false, error: failure as Error }));
      }
    },
    [router, from, goOn],
  );
  useEffect(() => void attempt(session.openLink), [attempt]);
  useEffect(
    () =>
      linkTicket.subscribe(() => {
        setShown({});
        void attempt(session.openLink);
      }),
    [attempt],
  );

  const act = () => {
    setShown({ replacement, isBusy: true });
    void attempt(replacement ? session.useLink : session.openLink);
  };
  const user = session.userName();
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100vh', padding: 20 }}>
      {replacement || error ? (
        <div role="alert" style={{ maxWidth: 520 }}>
          <Message icon="user" title={replacement ? titleOf(replacement) : 'The link did not sign in'}>
            {replacement && <Question {...replacement} />}
            {error && user !== undefined && <LinkNotice error={error} />}
            {error && user === undefined && <p>{reasonOf(error)}</p>}
            <div className="row" style={{ justifyContent: 'center' }}>
              {user !== undefined && (
                <Button variant="default" data-autofocus autoFocus onClick={goOn}>
                  Stay signed in as {user}
                </Button>
              )}
              {linkTicket.text() !== undefined && (
                <BusyButton isBusy={isBusy} onClick={act}>
                  {replacement && !error ? 'Switch' : 'Try again'}
                </BusyButton>
              )}
            </div>
          </Message>
        </div>
      ) : (
        <Loading what="Signing you in" />
      )}
    </main>
  );
}

const titleOf = ({ current, next }: Replacement): string =>
  current === next ? `You are signed in as ${next} already` : `Switch to ${next}?`;

function Question({ current, next }: Replacement) {
  if (current === next) return <p>The link begins a new session of the same user, and ends this one.</p>;
  return (
    <p>
      You are signed in as <strong>{current}</strong>. This link signs in <strong>{next}</strong>, and ends the session
      of {current} in this browser.
    </p>
  );
}
