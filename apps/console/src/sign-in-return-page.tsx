import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { session } from './api/service/session';
import { insideAddress } from './search-parameters';
import { reasonOf } from './sign-in-page';
import { Loading, Message } from './ui/states';
import { useTitle } from './ui/link';

/** To here an outside issuer sends the browser back. */
export function SignInReturnPage() {
  useTitle('Sign in');
  const router = useRouter();
  const { data: goal, error } = useQuery({
    queryKey: ['sign-in', 'return'],
    queryFn: () => session.comeBack(),
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (goal !== undefined) void router.navigate({ href: insideAddress(goal), replace: true });
  }, [goal, router]);
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100vh', padding: 20 }}>
      {error ? (
        <div role="alert" style={{ maxWidth: 520 }}>
          <Message icon="lock" title="You are not signed in">
            <p>{reasonOf(error)}</p>
            <Button onClick={() => void router.navigate({ to: '/sign-in', replace: true })}>Back to the sign-in</Button>
          </Message>
        </div>
      ) : (
        <Loading what="Signing you in" />
      )}
    </main>
  );
}
