/** The search part of an address as the router hands it over: unchecked. */
type Given = Record<string, unknown>;

/**
 * The parameters of an address. The router's own way would read each value as JSON, and take away the quotes of `"jan.novak"`, which are
 * a part of that name. Booleans and integers have the types that links give them: the router compares a link with the address to determine
 * whether its page is open. Each value is written back as it was.
 */
export const parseSearch = (address: string): Given =>
  Object.fromEntries([...new URLSearchParams(address)].map(([name, value]) => [name, typed(value)]));

function typed(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isSafeInteger(Number(value)) && String(Number(value)) === value ? Number(value) : value;
}

export function stringifySearch(search: Given): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [[name, Array.isArray(value) ? JSON.stringify(value) : String(value as string)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
}

/** A link of this console gives values of other types. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list stands in an address as JSON; one text is a list as well. */
function texts(value: unknown): string[] | undefined {
  const list = (Array.isArray(value) ? value : (listIn(value) ?? [value])).flatMap((one) => text(one) ?? []);
  return list.length ? list : undefined;
}

function listIn(value: unknown): unknown[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}

/** A day of the calendar, as a field for dates has it. */
function dayOf(value: unknown): string | undefined {
  const day = text(value);
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

export const CONTRACT_TABS = ['verdict', 'history', 'promise', 'versions', 'impact', 'governance', 'yaml'] as const;
export type ContractTab = (typeof CONTRACT_TABS)[number];
/** How the contract is shown as a document: by form, or as YAML of one format; native where nothing is said. */
export const DOCUMENT_VIEWS = ['form', 'native', 'odcs'] as const;
export type DocumentView = (typeof DOCUMENT_VIEWS)[number];
export type YamlFormat = Exclude<DocumentView, 'form'>;
export const ASSET_TABS = ['contents', 'columns', 'tests', 'profile', 'versions', 'about'] as const;
export type AssetTab = (typeof ASSET_TABS)[number];
/** Parts of an asset whose editor an address can open. */
export const EDITED_PARTS = ['description', 'owners', 'domains', 'dataProducts', 'tier', 'tags'] as const;
export type EditedPart = (typeof EDITED_PARTS)[number];
export const SECTIONS = [
  'users',
  'teams',
  'roles',
  'policies',
  'tokens',
  'notifications',
  'schedules',
  'names',
  'queues',
  'audit',
] as const;
export type Section = (typeof SECTIONS)[number];

export const INBOX_SECTIONS = ['notices', 'following', 'subscriptions', 'requests'] as const;
export type InboxSection = (typeof INBOX_SECTIONS)[number];

/** Outcomes in the audit. */
export const OUTCOMES = ['done', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Questions to a source, as the page of connections filters by them. */
export const RUN_KINDS = ['connectionTest', 'crawl', 'profile', 'check', 'reading'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATUSES = ['Queued', 'Running', 'Success', 'PartialSuccess', 'Failed', 'Aborted'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

type Optional<K extends string, V> = { readonly [key in K]?: V | undefined };

type SignInSearch = Optional<'from', string>;
export const CONTRACT_FILTERS = ['text', 'latest', 'status', 'owner', 'domain', 'service', 'tier', 'tag'] as const;
export type ContractFilterName = (typeof CONTRACT_FILTERS)[number];
/** A filter for what oneself or a team of oneself owns. */
type Mine = Optional<'mine', true>;
type StartSearch = Mine;
export const CONTRACT_SORTS = ['name', 'status', 'since'] as const;
export const INCIDENT_SORTS = ['opened', 'since', 'name', 'status'] as const;
export const TEST_CASE_INCIDENT_SORTS = ['timestamp', 'name', 'status'] as const;
export const DIRECTIONS = ['asc', 'desc'] as const;
/** The order of a list that the server sorts. */
type Sorted<S extends string> = Optional<'sort', S> & Optional<'order', (typeof DIRECTIONS)[number]>;
type ContractsSearch = Optional<ContractFilterName | 'after' | 'before', string> &
  Sorted<(typeof CONTRACT_SORTS)[number]> &
  Mine;
export type GovernanceSearch = Optional<'after' | 'incidents' | 'owner' | 'tier', string> &
  Sorted<(typeof INCIDENT_SORTS)[number] | (typeof TEST_CASE_INCIDENT_SORTS)[number]> &
  Optional<'kind', 'contract' | 'testCase'>;
type ContractSearch = { readonly fqn: string } & Optional<'tab', ContractTab> &
  Optional<'result' | 'beside', string> &
  Optional<'format', DocumentView> &
  /** Opens the editor of the document. */
  Optional<'edit', true>;
export type FacetName = 'type' | 'service' | 'owner' | 'tier' | 'tag' | 'domain' | 'contract';
type SearchSearch = Optional<'q', string> & Optional<FacetName, string[]> & Optional<'page', number>;
type AssetName = { readonly type: string; readonly fqn: string };
/** A contract is written by a form, or begins with what is known of its asset. */
type NewContractSearch = AssetName & Optional<'from', 'suggestion'>;
type AssetSearch = AssetName & Optional<'tab', AssetTab> & Optional<'edit', EditedPart>;
/** Which assets the page of coverage lists. */
export const COVERED = ['with', 'without', 'holding', 'failing'] as const;
export type Covered = (typeof COVERED)[number];
/** Groups and days of the page of coverage: domains and 30 where nothing is said. */
export const GROUPED_BY = ['team', 'domain', 'tier', 'service'] as const;
export type GroupedBy = (typeof GROUPED_BY)[number];
export const REPORT_DAYS = [7, 30, 90] as const;
type CoverageSearch = Optional<'domain' | 'service', string> &
  Optional<'by', GroupedBy> &
  Optional<'days', (typeof REPORT_DAYS)[number]> &
  Optional<'show', Covered> &
  Optional<'page', number>;
/** Cards that are expanded, collapsed, unfolded and chosen, as `pages/lineage-view/address.ts` writes them. */
export type LineageCards = Optional<'open' | 'closed' | 'unfold' | 'shown' | 'lists', readonly string[]> &
  Optional<'column' | 'card', string>;
type LineageSearch = Optional<'type' | 'fqn', string> &
  Optional<'hops', number> &
  Optional<'columns', true> &
  LineageCards;
type ConnectSearch = Optional<'service', string>;
type ConnectionsSearch = Optional<'service' | 'after', string> &
  Optional<'kind', RunKind> &
  Optional<'status', RunStatus>;
/** `user` names a person; with the outcome, the days from `day` to `until` (YYYY-MM-DD), `object` and `operation` it filters the audit. */
type AdministrationSearch = Optional<'section', Section> &
  Optional<'after' | 'user' | 'day' | 'until' | 'object' | 'operation', string> &
  Optional<'outcome', Outcome> &
  Optional<'deactivated', true>;

/** Only an address of this console: a link must not lead away after a sign-in. */
export function insideAddress(from: string | undefined): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith('/sign-in') ? from : '/';
}

export const readSignIn = (given: Given): SignInSearch => ({ from: text(given.from) });

export const readStart = (given: Given): StartSearch => ({ mine: flag(given.mine) });

export const readContracts = (given: Given): ContractsSearch => ({
  mine: flag(given.mine),
  text: text(given.text),
  latest: text(given.latest),
  status: text(given.status),
  owner: text(given.owner),
  domain: text(given.domain),
  service: text(given.service),
  tier: text(given.tier),
  tag: text(given.tag),
  sort: oneOf(CONTRACT_SORTS, given.sort),
  order: oneOf(DIRECTIONS, given.order),
  after: text(given.after),
  before: text(given.before),
});

export const readContract = (given: Given): ContractSearch => ({
  fqn: text(given.fqn) ?? '',
  tab: oneOf(CONTRACT_TABS, given.tab),
  result: text(given.result),
  beside: text(given.beside),
  format: oneOf(DOCUMENT_VIEWS, given.format),
  edit: flag(given.edit),
});

export const readAlert = (given: Given): { readonly contract: string } => ({ contract: text(given.contract) ?? '' });

export const readProposal = (given: Given): { readonly contract: string; readonly id: string } => ({
  contract: text(given.contract) ?? '',
  id: text(given.id) ?? '',
});

export const readSearch = (given: Given): SearchSearch => ({
  q: text(given.q),
  type: texts(given.type),
  service: texts(given.service),
  owner: texts(given.owner),
  tier: texts(given.tier),
  tag: texts(given.tag),
  domain: texts(given.domain),
  contract: texts(given.contract),
  page: page(given.page),
});

const readAssetName = (given: Given): AssetName => ({
  type: text(given.type) ?? 'table',
  fqn: text(given.fqn) ?? '',
});

export const readNewContract = (given: Given): NewContractSearch => ({
  ...readAssetName(given),
  from: oneOf(['suggestion'], given.from),
});

export const readAsset = (given: Given): AssetSearch => ({
  ...readAssetName(given),
  tab: oneOf(ASSET_TABS, given.tab),
  edit: oneOf(EDITED_PARTS, given.edit),
});

/** Coverage of one domain, else of one service, else of all assets. */
export const readCoverage = (given: Given): CoverageSearch => ({
  domain: text(given.domain),
  service: text(given.domain) === undefined ? text(given.service) : undefined,
  by: oneOf(GROUPED_BY, given.by),
  days: REPORT_DAYS.find((one) => one === Number(given.days)),
  show: oneOf(COVERED, given.show),
  page: page(given.page),
});

/** Hops to each side that a lineage shows at first, and the most that the API follows. */
export const FIRST_HOPS = 1;
export const MOST_HOPS = 100;

function hops(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 && number <= MOST_HOPS && number !== FIRST_HOPS
    ? number
    : undefined;
}

export const readLineage = (given: Given): LineageSearch => ({
  type: text(given.type),
  fqn: text(given.fqn),
  hops: hops(given.hops),
  columns: flag(given.columns),
  open: texts(given.open),
  closed: texts(given.closed),
  unfold: texts(given.unfold),
  shown: texts(given.shown),
  lists: texts(given.lists),
  column: text(given.column),
  card: text(given.card),
});

/** The connection of a service that is edited; a new one without it. */
export const readConnect = (given: Given): ConnectSearch => ({ service: text(given.service) });

/** Connections of one service, or of all. */
export const readConnections = (given: Given): ConnectionsSearch => ({
  service: text(given.service),
  kind: oneOf(RUN_KINDS, given.kind),
  status: oneOf(RUN_STATUSES, given.status),
  after: text(given.after),
});

/** A page of proposals (`after`) and one of incidents, of contracts or of test cases, with their order and filters. */
export const readGovernance = (given: Given): GovernanceSearch => ({
  after: text(given.after),
  kind: oneOf(['contract', 'testCase'], given.kind),
  incidents: text(given.incidents),
  owner: text(given.owner),
  tier: text(given.tier),
  // Each kind has orders of its own.
  sort: oneOf(given.kind === 'testCase' ? TEST_CASE_INCIDENT_SORTS : INCIDENT_SORTS, given.sort),
  order: oneOf(DIRECTIONS, given.order),
});

export const POLICY_SCOPES = ['all', 'domain', 'dataProduct', 'tag', 'dataContract'] as const;

/** Contract policies of one type of scope, or all. */
export const readPolicies = (
  given: Given,
): Optional<'scope', (typeof POLICY_SCOPES)[number]> & Optional<'after', string> => ({
  scope: oneOf(POLICY_SCOPES, given.scope),
  after: text(given.after),
});

export const readInbox = (given: Given): Optional<'section', InboxSection> & Optional<'after', string> => ({
  section: oneOf(INBOX_SECTIONS, given.section),
  after: text(given.after),
});

export const readAdministration = (given: Given): AdministrationSearch => ({
  section: oneOf(SECTIONS, given.section),
  outcome: oneOf(OUTCOMES, given.outcome),
  user: text(given.user),
  day: dayOf(given.day),
  until: dayOf(given.until),
  object: text(given.object),
  operation: text(given.operation),
  deactivated: flag(given.deactivated),
  after: text(given.after),
});
