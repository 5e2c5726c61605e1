import './mantine-styles';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/service/api-error';
import { session } from './api/service/session';
import { unsaved } from './api/service/unsaved';
import { makeRouter } from './router';
import { cssVariables, theme } from './theme';

/** Time for which shown data counts as fresh; a page that is live asks again on its own. */
const STALE_MS = 5_000;
const MOST_RETRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // Without a network they fail, and say so, in place of waiting for one.
      networkMode: 'always',
      retry: (count, error) => count < MOST_RETRIES && error instanceof ApiError && error.isPassing,
    },
  },
});

const router = makeRouter();

// What one person was shown is nothing for the next; pages behind a session that ended lead to the sign-in. One with something that is not
// saved stays, and asks its person to sign in again.
let isWaiting = false;
session.subscribe(() => {
  if (session.isSignedIn()) {
    // What was refused meanwhile is asked for again.
    if (isWaiting) void queries.invalidateQueries();
    isWaiting = false;
    return;
  }
  isWaiting = session.lapsedUser() !== undefined && unsaved.isAny();
  if (isWaiting) return;
  queries.clear();
  void router.invalidate();
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
