/** The search part of an address as the router hands it over: whatever somebody wrote there. */
type Given = Record<string, unknown>;

/**
 * The parameters of an address. The router's own way would read each value as JSON, and take away the quotes of `"jan.novak"`, which are
 * a part of that name. Booleans and integers have the types that links give them: the router compares a link with the address to tell
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

function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

export const CONTRACT_TABS = ['verdict', 'history', 'promise', 'versions', 'impact', 'governance', 'yaml'] as const;
export type ContractTab = (typeof CONTRACT_TABS)[number];
/** How the contract is written in its YAML tab; native where nothing is said. */
export const YAML_FORMATS = ['native', 'odcs'] as const;
export type YamlFormat = (typeof YAML_FORMATS)[number];
export const ASSET_TABS = ['contents', 'columns', 'tests', 'profile', 'versions', 'about'] as const;
export type AssetTab = (typeof ASSET_TABS)[number];
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

/** Outcomes that the audit holds. */
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
type ContractsSearch = Optional<ContractFilterName | 'after' | 'before', string> & Mine;
type ContractSearch = { readonly fqn: string } & Optional<'tab', ContractTab> &
  Optional<'result' | 'beside', string> &
  Optional<'format', YamlFormat>;
export type FacetName = 'type' | 'service' | 'owner' | 'tier' | 'tag' | 'domain' | 'contract';
type SearchSearch = Optional<'q', string> & Optional<FacetName, string[]> & Optional<'page', number>;
type NewContractSearch = { readonly type: string; readonly fqn: string };
type AssetSearch = NewContractSearch & Optional<'tab', AssetTab>;
/** Which assets the page of coverage lists. */
export const COVERED = ['with', 'without', 'holding', 'failing'] as const;
export type Covered = (typeof COVERED)[number];
type CoverageSearch = Optional<'domain' | 'service', string> & Optional<'show', Covered> & Optional<'page', number>;
type LineageSearch = Optional<'type' | 'fqn', string> & Optional<'hops', number> & Optional<'columns', true>;
type ConnectionsSearch = Optional<'service' | 'after', string> &
  Optional<'kind', RunKind> &
  Optional<'status', RunStatus>;
type AdministrationSearch = Optional<'section', Section> & Optional<'after', string> & Optional<'outcome', Outcome>;

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
  after: text(given.after),
  before: text(given.before),
});

export const readContract = (given: Given): ContractSearch => ({
  fqn: text(given.fqn) ?? '',
  tab: oneOf(CONTRACT_TABS, given.tab),
  result: text(given.result),
  beside: text(given.beside),
  format: oneOf(YAML_FORMATS, given.format),
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

export const readNewContract = (given: Given): NewContractSearch => ({
  type: text(given.type) ?? 'table',
  fqn: text(given.fqn) ?? '',
});

export const readAsset = (given: Given): AssetSearch => ({
  ...readNewContract(given),
  tab: oneOf(ASSET_TABS, given.tab),
});

/** Coverage of one domain, else of one service, else of all assets. */
export const readCoverage = (given: Given): CoverageSearch => ({
  domain: text(given.domain),
  service: text(given.domain) === undefined ? text(given.service) : undefined,
  show: oneOf(COVERED, given.show),
  page: page(given.page),
});

/** Hops to each side that a lineage shows at first, and the most that the API follows. */
export const FIRST_HOPS = 2;
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
});

/** Connections of one service, or of all. */
export const readConnections = (given: Given): ConnectionsSearch => ({
  service: text(given.service),
  kind: oneOf(RUN_KINDS, given.kind),
  status: oneOf(RUN_STATUSES, given.status),
  after: text(given.after),
});

export const readGovernance = (given: Given): Optional<'after', string> => ({ after: text(given.after) });

export const readAdministration = (given: Given): AdministrationSearch => ({
  section: oneOf(SECTIONS, given.section),
  outcome: oneOf(OUTCOMES, given.outcome),
  after: text(given.after),
});
