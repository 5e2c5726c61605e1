import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { RETURN_PATH, session } from './api/session';
import {
  readAdministration,
  readAsset,
  readContract,
  readContracts,
  readCoverage,
  readLineage,
  readNewContract,
  readSearch,
  readSignIn,
} from './search-parameters';
import { useTitle } from './ui/link';
import { Shell } from './ui/shell';
import { Failure, Loading, Message } from './ui/states';

function NotFound() {
  useTitle('There is no such page');
  return (
    <Message icon="search" title="There is no such page">
      <p>The address leads nowhere. The search box finds assets and contracts by a part of their name.</p>
    </Message>
  );
}

function Broken({ error, reset }: ErrorComponentProps) {
  useTitle('This page has a fault');
  return <Failure error={error} retry={reset} />;
}

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Broken });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('./sign-in-page'), 'SignInPage'),
});

const signInReturn = createRoute({
  getParentRoute: () => root,
  path: RETURN_PATH,
  component: lazyRouteComponent(() => import('./sign-in-return-page'), 'SignInReturnPage'),
});

/** All that is for people who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    if (await session.restore()) return;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a redirect is thrown: the router's own way
    throw redirect({ to: '/sign-in', search: { from: location.href }, replace: true });
  },
  component: Shell,
  notFoundComponent: NotFound,
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/start/start-page'), 'StartPage'),
});

const contracts = createRoute({
  getParentRoute: () => inside,
  path: '/contracts',
  validateSearch: readContracts,
  component: lazyRouteComponent(() => import('./pages/contracts/contracts-page'), 'ContractsPage'),
});

const contract = createRoute({
  getParentRoute: () => inside,
  path: '/contract',
  validateSearch: readContract,
  component: lazyRouteComponent(() => import('./pages/contract/contract-page'), 'ContractPage'),
});

const coverage = createRoute({
  getParentRoute: () => inside,
  path: '/coverage',
  validateSearch: readCoverage,
  component: lazyRouteComponent(() => import('./pages/coverage/coverage-page'), 'CoveragePage'),
});

const newContract = createRoute({
  getParentRoute: () => inside,
  path: '/new-contract',
  validateSearch: readNewContract,
  component: lazyRouteComponent(() => import('./pages/new-contract/new-contract-page'), 'NewContractPage'),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./pages/search/search-page'), 'SearchPage'),
});

const asset = createRoute({
  getParentRoute: () => inside,
  path: '/asset',
  validateSearch: readAsset,
  component: lazyRouteComponent(() => import('./pages/asset/asset-page'), 'AssetPage'),
});

const lineage = createRoute({
  getParentRoute: () => inside,
  path: '/lineage',
  validateSearch: readLineage,
  component: lazyRouteComponent(() => import('./pages/lineage/lineage-page'), 'LineagePage'),
});

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  validateSearch: readAdministration,
  component: lazyRouteComponent(() => import('./pages/administration/administration-page'), 'AdministrationPage'),
});

/** Every other address: a page within the shell, from where the search box and the navigation lead on. */
const unknown = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });

const routeTree = root.addChildren([
  signIn,
  signInReturn,
  inside.addChildren([
    start,
    contracts,
    contract,
    coverage,
    newContract,
    search,
    asset,
    lineage,
    administration,
    unknown,
  ]),
]);

export const makeRouter = () =>
  createRouter({
    routeTree,
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: NotFound,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A link may come with parameters that no page knows, as those of mail programs: they are not asked of the API.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
