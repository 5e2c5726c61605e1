import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ApiError } from './api/service/api-error';
import { connection } from './api/service/connection';
import { linkTicket } from './api/service/link-ticket';
import { RETURN_PATH, session } from './api/service/session';
import {
  insideAddress,
  parseSearch,
  readAdministration,
  readAlert,
  readAsset,
  readConnect,
  readConnections,
  readContract,
  readContracts,
  readCoverage,
  readGovernance,
  readInbox,
  readLineage,
  readNewContract,
  readPolicies,
  readProposal,
  readSearch,
  readSignIn,
  readStart,
  stringifySearch,
} from './search-parameters';
import { Shell } from './ui/shell/shell';
import { Broken, NotFound } from './ui/shell/route-states';
import { Loading } from './ui/states';

/** The code of a page: where the service is away, that is why there is none, and a reload would leave the page that is there. */
const loaded =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      if (await connection.probe()) throw error;
      throw new ApiError(0, undefined);
    }
  };

/** The ticket is in memory: the address of the page says nothing of it. */
const LINK_PATH = '/sign-in/link';

/** Where a link leads that signs in once, and from there on to the page that it named. */
const toLinkPage = ({ pathname, searchStr }: { readonly pathname: string; readonly searchStr: string }) => ({
  to: LINK_PATH,
  search: { from: pathname + searchStr },
});

const root = createRootRoute({
  beforeLoad: ({ location }) => {
    if (linkTicket.text() === undefined || location.pathname === LINK_PATH) return;
    // oxlint-disable-next-line typescript/only-throw-error -- a redirect is thrown: the router's own way
    throw redirect({ ...toLinkPage(location), replace: true });
  },
  notFoundComponent: NotFound,
  errorComponent: Broken,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignIn,
  component: lazyRouteComponent(
    loaded(() => import('./sign-in-page')),
    'SignInPage',
  ),
});

const signInReturn = createRoute({
  getParentRoute: () => root,
  path: RETURN_PATH,
  component: lazyRouteComponent(
    loaded(() => import('./sign-in-return-page')),
    'SignInReturnPage',
  ),
});

const signInLink = createRoute({
  getParentRoute: () => root,
  path: LINK_PATH,
  validateSearch: readSignIn,
  beforeLoad: ({ search: { from } }) => {
    if (linkTicket.text() !== undefined) return;
    // A page that is loaded anew has no ticket any more.
    // oxlint-disable-next-line typescript/only-throw-error -- a redirect is thrown: the router's own way
    throw redirect({ href: insideAddress(from), replace: true });
  },
  component: lazyRouteComponent(
    loaded(() => import('./sign-in-link-page')),
    'SignInLinkPage',
  ),
});

/** All that is for people who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    if (await session.restore()) return;
    // oxlint-disable-next-line typescript/only-throw-error -- a redirect is thrown: the router's own way
    throw redirect({ to: '/sign-in', search: { from: location.href }, replace: true });
  },
  component: Shell,
  notFoundComponent: NotFound,
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: readStart,
  component: lazyRouteComponent(
    loaded(() => import('./pages/start/start-page')),
    'StartPage',
  ),
});

const contracts = createRoute({
  getParentRoute: () => inside,
  path: '/contracts',
  validateSearch: readContracts,
  component: lazyRouteComponent(
    loaded(() => import('./pages/contracts/contracts-page')),
    'ContractsPage',
  ),
});

const contract = createRoute({
  getParentRoute: () => inside,
  path: '/contract',
  validateSearch: readContract,
  component: lazyRouteComponent(
    loaded(() => import('./pages/contract/contract-page')),
    'ContractPage',
  ),
});

const alert = createRoute({
  getParentRoute: () => inside,
  path: '/alert',
  validateSearch: readAlert,
  component: lazyRouteComponent(
    loaded(() => import('./pages/alert/alert-page')),
    'AlertPage',
  ),
});

const proposal = createRoute({
  getParentRoute: () => inside,
  path: '/proposal',
  validateSearch: readProposal,
  component: lazyRouteComponent(
    loaded(() => import('./pages/proposal/proposal-page')),
    'ProposalPage',
  ),
});

const coverage = createRoute({
  getParentRoute: () => inside,
  path: '/coverage',
  validateSearch: readCoverage,
  component: lazyRouteComponent(
    loaded(() => import('./pages/coverage/coverage-page')),
    'CoveragePage',
  ),
});

const newContract = createRoute({
  getParentRoute: () => inside,
  path: '/new-contract',
  validateSearch: readNewContract,
  component: lazyRouteComponent(
    loaded(() => import('./pages/new-contract/new-contract-page')),
    'NewContractPage',
  ),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(
    loaded(() => import('./pages/search/search-page')),
    'SearchPage',
  ),
});

const asset = createRoute({
  getParentRoute: () => inside,
  path: '/asset',
  validateSearch: readAsset,
  component: lazyRouteComponent(
    loaded(() => import('./pages/asset/asset-page')),
    'AssetPage',
  ),
});

const lineage = createRoute({
  getParentRoute: () => inside,
  path: '/lineage',
  validateSearch: readLineage,
  component: lazyRouteComponent(
    loaded(() => import('./pages/lineage/lineage-page')),
    'LineagePage',
  ),
});

const connect = createRoute({
  getParentRoute: () => inside,
  path: '/connect',
  validateSearch: readConnect,
  component: lazyRouteComponent(
    loaded(() => import('./pages/connect/connect-page')),
    'ConnectPage',
  ),
});

const connections = createRoute({
  getParentRoute: () => inside,
  path: '/connections',
  validateSearch: readConnections,
  component: lazyRouteComponent(
    loaded(() => import('./pages/connections/connections-page')),
    'ConnectionsPage',
  ),
});

const governance = createRoute({
  getParentRoute: () => inside,
  path: '/governance',
  validateSearch: readGovernance,
  component: lazyRouteComponent(
    loaded(() => import('./pages/governance/governance-page')),
    'GovernancePage',
  ),
});

const policies = createRoute({
  getParentRoute: () => inside,
  path: '/policies',
  validateSearch: readPolicies,
  component: lazyRouteComponent(
    loaded(() => import('./pages/policies/policies-page')),
    'PoliciesPage',
  ),
});

const inbox = createRoute({
  getParentRoute: () => inside,
  path: '/inbox',
  validateSearch: readInbox,
  component: lazyRouteComponent(
    loaded(() => import('./pages/inbox/inbox-page')),
    'InboxPage',
  ),
});

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  validateSearch: readAdministration,
  component: lazyRouteComponent(
    loaded(() => import('./pages/administration/administration-page')),
    'AdministrationPage',
  ),
});

/** Every other address: a page within the shell, from where the search box and the navigation lead on. */
const unknown = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });

const routeTree = root.addChildren([
  signIn,
  signInReturn,
  signInLink,
  inside.addChildren([
    start,
    contracts,
    contract,
    alert,
    proposal,
    coverage,
    newContract,
    search,
    asset,
    lineage,
    governance,
    policies,
    inbox,
    connect,
    connections,
    administration,
    unknown,
  ]),
]);

export function makeRouter() {
  const router = newRouter();
  // By a navigation, which asks first where something on the page is not saved.
  linkTicket.subscribe(() => {
    const { location } = router.state;
    if (location.pathname !== LINK_PATH) void router.navigate(toLinkPage(location));
  });
  return router;
}

const newRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
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
