import type { Asset } from '../../api/assets';
import { columnsOf, type Column } from '../../ui/text/column-type';

/** A rule over the asset that many contracts have. */
export interface CommonRule {
  readonly name: string;
  readonly label: string;
  readonly rule: object;
}

export const COMMON_RULES: readonly CommonRule[] = [
  { name: 'has_owner', label: 'It has an owner', rule: { '!!': { var: 'owners' } } },
  { name: 'has_description', label: 'It has a description', rule: { '!!': { var: 'description' } } },
  { name: 'has_domain', label: 'It belongs to a domain', rule: { '!!': { var: 'domains' } } },
  { name: 'has_tag', label: 'It has a tag', rule: { '!!': { var: 'tags' } } },
];

/** Asked of tables alone: other types name their columns otherwise. */
export const COLUMN_RULE: CommonRule = {
  name: 'columns_described',
  label: 'Each column has a description',
  rule: { all: [{ var: 'columns' }, { '!!': { var: 'description' } }] },
};

export const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];

/** The list with another item at that index; without it if absent. */
export const withAt = <T>(list: readonly T[], at: number, item?: T): readonly T[] =>
  list.flatMap((one, place) => (place !== at ? [one] : item === undefined ? [] : [item]));

/** A number as it is typed, with its unit; an empty one promises nothing. */
export interface Span {
  readonly amount: string;
  readonly unit: Unit;
}

/** A rule in one's own words: JSON-logic as JSON; without it the name is one that the service knows, or a text for people. */
export interface OwnRule {
  readonly name: string;
  readonly text: string;
}

/** Rows that a policy lets be read: those that have one of the values in the column. */
export interface RowFilter {
  readonly column: string;
  readonly values: readonly string[];
}

/** The readers of data, and the part that they may read. */
export interface AccessPolicy {
  readonly access: string;
  readonly identities: readonly string[];
  readonly filters: readonly RowFilter[];
}

export interface ContractDraft {
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly columns: ReadonlySet<string>;
  readonly forbidsOthers: boolean;
  readonly rules: ReadonlySet<string>;
  readonly ownRules: readonly OwnRule[];
  /** FQNs of the test cases that are expected to pass. */
  readonly tests: ReadonlySet<string>;
  readonly refresh: Span;
  readonly latency: Span;
  readonly retention: Span;
  /** The column that measures freshness; empty for none. */
  readonly freshness: string;
  readonly classification: string;
  readonly policies: readonly AccessPolicy[];
  readonly terms: string;
}

export const rulesFor = (type: string): readonly CommonRule[] =>
  type === 'table' ? [...COMMON_RULES, COLUMN_RULE] : COMMON_RULES;

/** The set with the item, or without it. */
export function withOrWithout(all: ReadonlySet<string>, one: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(all);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}

/** The draft that is offered first: all columns as they are, an owner and a description. */
export function draftFor(asset: Asset): ContractDraft {
  return {
    name: `${asset.name}_contract`,
    description: '',
    isActive: true,
    columns: new Set(columnsOf(asset).map(({ name }) => name ?? '')),
    forbidsOthers: false,
    rules: new Set(['has_owner', 'has_description']),
    ownRules: [],
    tests: new Set(),
    refresh: { amount: '', unit: 'day' },
    latency: { amount: '', unit: 'hour' },
    retention: { amount: '', unit: 'month' },
    freshness: '',
    classification: '',
    policies: [],
    terms: '',
  };
}

/** The fields of service levels, as they are called. */
export const LEVELS = { refresh: 'Refreshed every', latency: 'Maximum delay', retention: 'Retention' } as const;
type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** Why the draft cannot be sent, by field; empty where it can. */
export function faultsOfDraft(draft: ContractDraft): Readonly<Partial<Record<keyof ContractDraft, string>>> {
  const faults: Partial<Record<keyof ContractDraft, string>> = {};
  if (draft.name.trim() === '') faults.name = 'A contract needs a name';
  for (const level of LEVEL_NAMES) {
    const { amount } = draft[level];
    if (amount !== '' && !/^[1-9]\d{0,5}$/.test(amount)) faults[level] = 'A whole number from 1 to 999999';
  }
  return faults;
}

/** Why a rule cannot be sent. */
export function faultsOfRule({ name, text }: OwnRule): Readonly<Partial<Record<keyof OwnRule, string>>> {
  return {
    ...(name.trim() === '' && { name: 'A rule needs a name' }),
    ...(text.trim() !== '' && logicOf(text) === undefined && { text: 'This is no JSON of an object' }),
  };
}

/** Why a policy cannot be sent. */
export function faultsOfPolicy({ access, identities, filters }: AccessPolicy): Readonly<{ access?: string }> {
  const isEmpty = access.trim() === '' && identities.length === 0 && filters.every(({ column }) => column === '');
  return isEmpty ? { access: 'A policy says who may read, or what' } : {};
}

/** Faults of the draft, each with its field. */
export function missingOf(draft: ContractDraft): string[] {
  const { name, ...levels } = faultsOfDraft(draft);
  const placed = (place: string, faults: object) => Object.values(faults).map((fault) => `${place}: ${fault}`);
  return [
    ...(name === undefined ? [] : [name]),
    ...draft.ownRules.flatMap((rule, at) => placed(`Rule ${at + 1}`, faultsOfRule(rule))),
    ...LEVEL_NAMES.flatMap((level) => (levels[level] === undefined ? [] : [`${LEVELS[level]}: ${levels[level]}`])),
    ...draft.policies.flatMap((policy, at) => placed(`Policy ${at + 1}`, faultsOfPolicy(policy))),
  ];
}

/** The rule of a text; undefined where it is none. */
function logicOf(text: string): object | undefined {
  try {
    const logic: unknown = JSON.parse(text);
    return typeof logic === 'object' && logic !== null && !Array.isArray(logic) ? logic : undefined;
  } catch {
    return undefined;
  }
}

export interface SentRule {
  readonly name: string;
  readonly description?: string;
  readonly rule?: object;
}

/** All rules of the draft, the chosen ones first, as they are sent. */
export function rulesOf(type: string, { rules, ownRules }: ContractDraft): SentRule[] {
  return [
    ...rulesFor(type)
      .filter(({ name }) => rules.has(name))
      .map(({ name, label, rule }) => ({ name, description: label, rule })),
    ...ownRules.map(({ name, text }) => {
      const rule = logicOf(text);
      return { name: name.trim(), ...(rule && { rule }) };
    }),
  ];
}

/** The document that is sent: what is not promised is left out. */
export function documentOf(type: string, asset: Asset, draft: ContractDraft): Record<string, unknown> {
  const promised = columnsOf(asset).filter(({ name }) => draft.columns.has(name ?? ''));
  const rules = rulesOf(type, draft);
  const sla = slaOf(draft);
  const security = securityOf(draft);
  return {
    name: draft.name.trim(),
    ...(draft.description.trim() && { description: draft.description.trim() }),
    entity: { type, fullyQualifiedName: asset.fullyQualifiedName },
    entityStatus: draft.isActive ? 'Active' : 'Draft',
    ...(promised.length > 0 && { schema: promised.map(promisedColumn) }),
    ...(rules.length > 0 && { semantics: rules }),
    ...(draft.tests.size > 0 && {
      qualityExpectations: [...draft.tests].map((test) => ({ type: 'testCase', fullyQualifiedName: test })),
    }),
    ...(Object.keys(sla).length > 0 && { sla }),
    ...(Object.keys(security).length > 0 && { security }),
    ...(draft.terms.trim() && { termsOfUse: draft.terms.trim() }),
    ...(draft.forbidsOthers && { extension: { schemaPolicy: { extraColumns: 'forbid' } } }),
  };
}

/** The section `security` without its empty members. */
function securityOf({ classification, policies }: ContractDraft): Record<string, unknown> {
  const said = policies.flatMap(({ access, identities, filters }) => {
    const rowFilters = filters
      .filter(({ column }) => column !== '')
      .map(({ column, values }) => ({ columnName: column, values }));
    const policy = {
      ...(access.trim() && { accessPolicy: access.trim() }),
      ...(identities.length > 0 && { identities }),
      ...(rowFilters.length > 0 && { rowFilters }),
    };
    return Object.keys(policy).length > 0 ? [policy] : [];
  });
  return {
    ...(classification.trim() && { dataClassification: classification.trim() }),
    ...(said.length > 0 && { policies: said }),
  };
}

function slaOf({ refresh, latency, retention, freshness }: ContractDraft): Record<string, unknown> {
  return {
    ...(refresh.amount && { refreshFrequency: { interval: Number(refresh.amount), unit: refresh.unit } }),
    ...(latency.amount && { maxLatency: { value: Number(latency.amount), unit: latency.unit } }),
    ...(retention.amount && { retention: { period: Number(retention.amount), unit: retention.unit } }),
    ...(freshness && { columnName: freshness }),
  };
}

/** The promise of a column: its name and type, with those below it. */
function promisedColumn(column: Column): Record<string, unknown> {
  const { name, dataType, arrayDataType, dataLength, precision, scale, constraint, children } = column;
  const stated = { name, dataType, arrayDataType, dataLength, precision, scale, constraint };
  return {
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined && value !== null)),
    ...(children?.length && { children: (children as Column[]).map(promisedColumn) }),
  };
}
