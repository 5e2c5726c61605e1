import { Divider, PasswordInput, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { BusyButton } from './ui/buttons/busy-button';
import { answerOf, api } from './api/service/client';
import { session } from './api/service/session';
import { SignInError } from './api/service/session-requests';
import { insideAddress } from './search-parameters';
import { Notice } from './ui/states';
import { PRODUCT, useTitle } from './ui/link';

/** Outside issuers by which people sign in; where they cannot be asked for there is no button, and a password does. */
const issuersQuery = queryOptions({
  queryKey: ['issuers'],
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/v1/users/login/issuers', { signal }))).data,
  staleTime: Infinity,
});

/** The operator's command that prints a link. */
const NEW_LINK = 'npm run -s token -- --link';

export function SignInPage() {
  useTitle('Sign in');
  const router = useRouter();
  const { from } = useSearch({ from: '/sign-in' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => session.signIn(email.trim(), password),
    onSuccess: () => router.navigate({ href: insideAddress(from), replace: true }),
  });
  const issuers = useQuery(issuersQuery);
  const leave = useMutation({ mutationFn: (issuer: string) => session.leaveFor(issuer, insideAddress(from)) });
  const error = signIn.error ?? leave.error;
  const linkError = session.linkError();
  const issuerLeft = useSyncExternalStore(session.subscribe, session.issuerLeft);
  const isEnding = useSyncExternalStore(session.subscribe, session.isEnding);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100vh', padding: 20 }}>
      <form className="panel stack" style={{ width: '100%', maxWidth: 380, padding: 30 }} onSubmit={submit}>
        <div className="row">
          <img src="/icon.svg" alt="" width={34} height={34} />
          <h1 style={{ margin: 0, fontSize: 22 }}>{PRODUCT}</h1>
        </div>
        <p className="dimmed" style={{ margin: 0 }}>
          Sign in to see which contracts on your data are passing.
        </p>
        {!error && linkError && <LinkNotice error={linkError} />}
        {issuerLeft && (
          <Notice tone="part" icon="info">
            <p>
              <strong>You are signed out here, and still signed in at {issuerLeft.name}.</strong> Whoever uses this
              browser next could come in by it again.
            </p>
            <p>
              <a href={issuerLeft.location}>Sign out at {issuerLeft.name} as well</a>
            </p>
          </Notice>
        )}
        {isEnding && (
          <Notice tone="part" icon="info">
            <p>
              <strong>The service did not answer when you signed out.</strong> Your session ends as soon as this browser
              reaches it.
            </p>
          </Notice>
        )}
        {error && (
          <Notice tone="bad" icon="warning">
            <p>{reasonOf(error)}</p>
          </Notice>
        )}
        <TextInput
          label="E-mail address or name"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <BusyButton type="submit" isBusy={signIn.isPending}>
          Sign in
        </BusyButton>
        {(issuers.data?.length ?? 0) > 0 && <Divider label="or" />}
        {issuers.data?.map(({ issuer, name }) => (
          <BusyButton key={issuer} variant="default" isBusy={leave.isPending} onClick={() => leave.mutate(issuer)}>
            Sign in with {name}
          </BusyButton>
        ))}
        <p className="dimmed small" style={{ margin: 0 }}>
          Nobody has signed in yet? The log of the service has a line, <span className="mono">First admin</span>, that
          gives the first user a password; <span className="mono">{NEW_LINK}</span>, where the service runs, prints a
          link that signs in.
        </p>
      </form>
    </main>
  );
}

/** For a user who came by an expired link. */
export function LinkNotice({ error }: { readonly error: Error }) {
  if (!(error instanceof SignInError) || error.status !== 401) {
    return (
      <Notice tone="bad" icon="warning">
        <p>{reasonOf(error)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="part" icon="info">
      <p>
        <strong>This link signs in no more.</strong> It was used already, or its ten minutes are over. Have a new one
        made where the service runs, for the user <span className="mono">admin</span> by:
      </p>
      <pre className="mono" style={{ margin: '8px 0 0', whiteSpace: 'pre-wrap' }}>
        {NEW_LINK}
      </pre>
    </Notice>
  );
}

export function reasonOf(error: Error): string {
  if (!(error instanceof SignInError)) return 'The service does not answer. Try again in a moment.';
  return error.status === 429 ? 'Too many attempts. Wait a few minutes and try again.' : error.message;
}
