import type { EntityType } from '@app/catalog/pure';
import { DAY, HOUR, isObject, MINUTE, parseDuration } from '@app/common';
import type {
  AccessPolicy,
  ContractColumn,
  ContractSecurity,
  ContractSla,
  DurationValue,
  SemanticsRule,
} from '../document/contract-document';

type Members = Readonly<Record<string, unknown>>;

/** Quality dimensions that the models of OpenMetadata know. */
const DIMENSIONS = [
  ...['accuracy', 'completeness', 'conformity', 'consistency', 'coverage', 'timeliness', 'uniqueness'],
  ...['ac', 'cp', 'cf', 'cs', 'cv', 'tm', 'uq'],
];

/** Time zones that they know, each as the offset without daylight saving and a location. */
const ZONES = [
  ...['-11:00 (Pacific/Niue)', '-10:00 (Pacific/Honolulu)', '-09:30 (Pacific/Marquesas)', '-09:00 (America/Anchorage)'],
  ...[
    '-08:00 (America/Los Angeles)',
    '-07:00 (America/Denver)',
    '-06:00 (America/Chicago)',
    '-05:00 (America/New York)',
  ],
  ...['-04:00 (America/Santiago)', '-03:00 (America/Sao Paulo)', '-02:30 (Atlantic/Newfoundland)'],
  ...['-02:00 (Atlantic/South_Georgia)', '-01:00 (Atlantic/Azores)', '+00:00 (Europe/London)', '+01:00 (Europe/Paris)'],
  ...['+02:00 (Europe/Athens)', '+03:00 (Europe/Moscow)', '+03:00 (Asia/Iran)', '+04:00 (Asia/Dubai)'],
  ...['+04:30 (Asia/Afghanistan)', '+05:00 (Asia/Karachi)', '+05:30 (Asia/Kolkata)', '+05:45 (Asia/Nepal)'],
  ...['+06:00 (Asia/Dhaka)', '+06:00 (Asia/Myanmar)', '+07:00 (Asia/Bangkok)', '+08:00 (Asia/Shanghai)'],
  ...['+08:45 (Australia/Australian Central Western Standard Time)', '+09:00 (Asia/Tokyo)'],
  ...['+09:00 (Australia/Adelaide)', '+10:00 (Australia/Sydney)', '+10:30 (Australia/Lord Howe)'],
  ...['+11:00 (Pacific/Norfolk)', '+12:00 (Pacific/Auckland)', '+13:00 (Pacific/Tongatapu)'],
  '+14:00 (Pacific/Kiritimati)',
].map((zone) => `GMT${zone}`);

/** The number of a duration, and the units that it may have there. */
const DURATIONS = {
  refreshFrequency: { count: 'interval', units: ['hour', 'day', 'week', 'month', 'year'] },
  maxLatency: { count: 'value', units: ['minute', 'hour', 'day'] },
  retention: { count: 'period', units: ['day', 'week', 'month', 'year'] },
} as const;

/** How contracts are shown to clients of the OpenMetadata API. */
export const CONTRACT_SHAPE: Partial<EntityType['compatible']> = {
  without: ['tags', 'domains', 'dataProducts', 'followers', 'lifeCycle', 'lifecycle', 'successor', 'odcsImportReport'],
  keptByPut: { sla: ['learned'], schema: withStoredPromises },
  members: {
    schema: (columns: readonly ContractColumn[]) => columns.map(shownColumn),
    entityStatus: (status: string) => (status === 'Active' ? 'Approved' : status),
    termsOfUse: (terms: unknown) => (typeof terms === 'string' ? { content: terms } : terms),
    sla: shownSla,
    semantics: (rules: readonly SemanticsRule[]) => rules.map(shownRule),
    odcsQualityRules: (rules: readonly Members[]) => rules.map(shownQualityRule),
    security: shownSecurity,
    latestResult: ({ since: _ours, ...result }: Members) => result,
    changeDescription: ({ origin: _origin, ...description }: Members) => description,
  },
};

/** Columns there have one constraint. */
function shownColumn({ constraints: _ours, children, ...column }: ContractColumn): Members {
  return { ...column, ...(children && { children: children.map(shownColumn) }) };
}

/** Columns as sent, with the constraints and the extension that the stored ones of the same names and the same constraint have. */
export function withStoredPromises(stored: unknown, sent: unknown): unknown {
  if (!Array.isArray(stored) || !Array.isArray(sent)) return sent;
  const byName = new Map((stored as ContractColumn[]).map((column) => [column.name, column]));
  return (sent as (ContractColumn | null)[]).map((column) => {
    const before = isObject(column) ? byName.get(column.name) : undefined;
    if (!before || !column) return column;
    const { constraints: _former, ...own } = column;
    const isSame = own.constraint?.toUpperCase() === before.constraint;
    const { constraints, extension } = isSame ? before : ({} as ContractColumn);
    return {
      ...own,
      ...(constraints && { constraints }),
      ...(extension && own.extension === undefined && { extension }),
      ...(own.children && { children: withStoredPromises(before.children, own.children) }),
    };
  });
}

function shownSla({ timezone, learned: _ours, ...sla }: ContractSla): Members {
  const shown: Record<string, unknown> = { ...sla };
  const zone = timezone === undefined ? undefined : shownZone(timezone);
  if (zone !== undefined) shown.timezone = zone;
  for (const [name, { count, units }] of Object.entries(DURATIONS)) {
    const duration = shownDuration(sla[name as keyof typeof DURATIONS], count);
    if (duration && (units as readonly string[]).includes(duration.unit)) shown[name] = duration;
    else delete shown[name];
  }
  return shown;
}

function shownZone(zone: string): string | undefined {
  const place = `(${zone.replaceAll('_', ' ')})`;
  return ZONES.find((one) => one === zone || one.replaceAll('_', ' ').endsWith(place));
}

const UNITS = { Y: 'year', M: 'month', W: 'week', D: 'day', TH: 'hour', TM: 'minute' } as const;
const MILLISECONDS: Readonly<Record<string, number>> = { week: 7 * DAY, day: DAY, hour: HOUR, minute: MINUTE };

/** A duration as a whole number of its smallest unit; undefined where it is none. */
function shownDuration(
  value: DurationValue | undefined,
  count: string,
): { readonly unit: string; readonly [count: string]: unknown } | undefined {
  const parsed = parseDuration(value);
  if (!parsed.ok) return undefined;
  const unit = typeof value === 'object' ? value.unit : unitOfIso(value as string);
  const number = unit === undefined ? undefined : wholeNumberOf(unit, parsed.duration);
  return unit === undefined || number === undefined ? undefined : { [count]: number, unit };
}

function unitOfIso(text: string): string | undefined {
  const [date = '', time] = text.split('T');
  const key = time === undefined ? date.slice(-1) : `T${time.slice(-1)}`;
  return UNITS[key as keyof typeof UNITS];
}

function wholeNumberOf(
  unit: string,
  { months, milliseconds }: { readonly months: number; readonly milliseconds: number },
): number | undefined {
  const size = MILLISECONDS[unit];
  const isOfOneKind = size === undefined ? milliseconds === 0 : months === 0;
  const number = size === undefined ? months / (unit === 'year' ? 12 : 1) : milliseconds / size;
  return isOfOneKind && Number.isInteger(number) ? number : undefined;
}

/** Rules there have a description and are text; one without JSON-logic is empty. */
function shownRule({ name, description, rule, enabled, ...rest }: SemanticsRule): Members {
  const text = typeof rule === 'string' ? rule : rule === undefined ? '' : JSON.stringify(rule);
  return { ...rest, name, description: description ?? name, rule: text, enabled: enabled ?? true };
}

function shownQualityRule(rule: Members): Members {
  const { type, dimension, validValues, implementation, customProperties, mustBe, mustNotBe } = rule;
  const shown: Record<string, unknown> = {
    ...rule,
    type: type ?? 'library',
    dimension: DIMENSIONS.includes(dimension as string) ? dimension : undefined,
    validValues: Array.isArray(validValues) ? validValues.map(String) : undefined,
    implementation: typeof implementation === 'object' ? JSON.stringify(implementation) : implementation,
    customProperties: Array.isArray(customProperties) ? undefined : customProperties,
    mustBe: typeof mustBe === 'number' ? mustBe : undefined,
    mustNotBe: typeof mustNotBe === 'number' ? mustNotBe : undefined,
    // Their models have no such member.
    arguments: undefined,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

function shownSecurity({ policies, ...security }: ContractSecurity): Members {
  return policies ? { ...security, policies: policies.map(shownPolicy) } : security;
}

function shownPolicy({ accessPolicy, identities, rowFilters }: AccessPolicy): Members {
  const filters = rowFilters?.map(({ columnName, values }) => ({
    columnName,
    ...(values && { values: values.map(String) }),
  }));
  return {
    ...(accessPolicy !== undefined && { accessPolicy }),
    ...(identities && { identities }),
    ...(filters && { rowFilters: filters }),
  };
}
