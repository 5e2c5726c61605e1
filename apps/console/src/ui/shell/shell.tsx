import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLive, type OpenAsset } from '../../api/live';
import { session } from '../../api/service/session';
import { readAsset } from '../../search-parameters';
import { Icon, type IconName } from '../icon';
import { PRODUCT } from '../link';
import { Toaster } from '../toasts/toaster';
import { SearchBox } from './search-box';
import { SessionEnded } from './session-ended';
import { StaleNotice } from './stale-notice';

const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog')).PasswordDialog }));

const PAGES = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/contracts', label: 'Contracts', icon: 'contract' },
  { to: '/coverage', label: 'Coverage', icon: 'chart' },
  { to: '/search', label: 'Search', icon: 'search' },
  { to: '/lineage', label: 'Lineage', icon: 'graph' },
  { to: '/governance', label: 'Governance', icon: 'warning' },
  { to: '/inbox', label: 'Inbox', icon: 'bell' },
  { to: '/connections', label: 'Connections', icon: 'source' },
  { to: '/administration', label: 'Administration', icon: 'gear' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[];

/** The frame of every page behind the sign-in. */
export function Shell() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useFocusOnNewPage(path);
  useLive(useRouterState({ select: ({ location }) => openAsset(location), structuralSharing: true }));
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <div className="shell">
        <header className="shell-bar">
          <Link to="/" className="shell-brand">
            <img src="/icon.svg" alt="" />
            {PRODUCT}
          </Link>
          <SearchBox />
          <UserMenu />
        </header>
        <nav className="shell-nav" aria-label="Pages">
          {PAGES.map(({ to, label, icon }) => (
            <Link
              key={to}
              to={to}
              aria-current={isWithin(path, to) ? 'page' : undefined}
              activeProps={{ 'aria-current': isWithin(path, to) ? 'page' : undefined }}
            >
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </nav>
        <main id="main" className="shell-main" tabIndex={-1} ref={main}>
          <StaleNotice />
          <SessionEnded />
          <Outlet />
        </main>
      </div>
      <Toaster />
    </>
  );
}

const NO_ASSET: OpenAsset = { type: undefined, fqn: undefined };

function openAsset({ pathname, search }: { readonly pathname: string; readonly search: unknown }): OpenAsset {
  return pathname === '/asset' ? { ...NO_ASSET, ...readAsset(search as Record<string, unknown>) } : NO_ASSET;
}

/** The page of one contract belongs to the list of contracts. */
function isWithin(path: string, page: string): boolean {
  return path === page || (page === '/contracts' && ['/contract', '/alert', '/proposal'].includes(path));
}

/** Readers of screens hear that another page is there, and the tab key goes on from it. */
function useFocusOnNewPage(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

function UserMenu() {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const [isPasswordAsked, askPassword] = useState(false);
  const other = scheme === 'dark' ? 'light' : 'dark';
  const leave = async () => {
    // First: a page with something that is not saved asks, and may be stayed on.
    await router.navigate({ to: '/sign-in' });
    if (router.state.location.pathname === '/sign-in') await session.signOut();
  };
  return (
    <>
      {isPasswordAsked && (
        <Suspense fallback={null}>
          <PasswordDialog close={() => askPassword(false)} />
        </Suspense>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} radius="xl" aria-label="Account and appearance" ml="auto">
            <Icon name="user" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Signed in as {session.userName()}</Menu.Label>
          <Menu.Item onClick={() => setColorScheme(other)}>Use the {other} scheme</Menu.Item>
          <Menu.Item component="a" href="/docs">
            Documentation of the API
          </Menu.Item>
          <Menu.Item onClick={() => askPassword(true)}>Change your password</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void leave()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
