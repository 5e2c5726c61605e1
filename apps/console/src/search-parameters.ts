/** The search part of an address as the router hands it over: whatever somebody wrote there. */
type Given = Record<string, unknown>;

/** Numbers and booleans come parsed by the router: a name such as `2026` is text all the same. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) ?? []);
  return list.length ? list : undefined;
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}

function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

export const CONTRACT_TABS = ['verdict', 'history', 'promise', 'versions', 'impact', 'yaml'] as const;
export type ContractTab = (typeof CONTRACT_TABS)[number];
export const ASSET_TABS = ['columns', 'tests', 'versions', 'about'] as const;
export type AssetTab = (typeof ASSET_TABS)[number];
export const SECTIONS = ['users', 'teams', 'roles', 'policies', 'tokens', 'names', 'queues'] as const;
export type Section = (typeof SECTIONS)[number];

type Optional<K extends string, V> = { readonly [key in K]?: V | undefined };

type SignInSearch = Optional<'from', string>;
type ContractsSearch = Optional<'status' | 'latest' | 'owner' | 'domain' | 'tag' | 'after' | 'before', string>;
type ContractSearch = { readonly fqn: string } & Optional<'tab', ContractTab> & Optional<'result' | 'beside', string>;
export type FacetName = 'type' | 'service' | 'owner' | 'tier' | 'tag' | 'domain' | 'contract';
type SearchSearch = Optional<'q', string> & Optional<FacetName, string[]> & Optional<'page', number>;
type AssetSearch = { readonly type: string; readonly fqn: string } & Optional<'tab', AssetTab>;
type LineageSearch = Optional<'type' | 'fqn', string>;
type AdministrationSearch = Optional<'section', Section> & Optional<'after', string>;

export const readSignIn = (given: Given): SignInSearch => ({ from: text(given.from) });

export const readContracts = (given: Given): ContractsSearch => ({
  status: text(given.status),
  latest: text(given.latest),
  owner: text(given.owner),
  domain: text(given.domain),
  tag: text(given.tag),
  after: text(given.after),
  before: text(given.before),
});

export const readContract = (given: Given): ContractSearch => ({
  fqn: text(given.fqn) ?? '',
  tab: oneOf(CONTRACT_TABS, given.tab),
  result: text(given.result),
  beside: text(given.beside),
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

export const readAsset = (given: Given): AssetSearch => ({
  type: text(given.type) ?? 'table',
  fqn: text(given.fqn) ?? '',
  tab: oneOf(ASSET_TABS, given.tab),
});

export const readLineage = (given: Given): LineageSearch => ({ type: text(given.type), fqn: text(given.fqn) });

export const readAdministration = (given: Given): AdministrationSearch => ({
  section: oneOf(SECTIONS, given.section),
  after: text(given.after),
});
