import type { ContractResult, FieldReason } from '../../api/contracts';

const LABELS = { schema: 'Schema', semantics: 'Semantics', quality: 'Quality', sla: 'SLA' } as const;
type DimensionName = keyof typeof LABELS;

export interface DimensionOutcome {
  readonly name: DimensionName;
  readonly label: string;
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** Statements about a dimension: counts, or for the SLA whether each of its targets is met. */
type Said = object | null | undefined;

/** The counts of a result, or of what one producer says in it. */
type Counted = Readonly<Partial<Record<`${DimensionName}Validation`, Said>>>;

/** The dimensions that a run judged, in their order; a dimension of nothing is left out. */
export function dimensionsOf(result: Counted): DimensionOutcome[] {
  const { schemaValidation, semanticsValidation, qualityValidation, slaValidation } = result;
  return [
    outcomeOf('schema', schemaValidation),
    outcomeOf('semantics', semanticsValidation),
    outcomeOf('quality', qualityValidation),
    outcomeOf('sla', slaValidation),
  ].filter((one) => one !== undefined);
}

/** The outcome of a dimension in a result or an event of a run; undefined for an empty or unknown one. */
export function outcomeOf(name: string, said: Said): DimensionOutcome | undefined {
  if (!(name in LABELS)) return undefined;
  const { passed, failed, total } = name === 'sla' ? targetsMet(said) : counts(said);
  const known = name as DimensionName;
  return total === 0 ? undefined : { name: known, label: LABELS[known], passed, failed, total };
}

type Counts = Record<'passed' | 'failed' | 'total', number>;

/** A pushed result may lack one of the counts, which follows from the others, or two of them. */
function counts(said: Said): Counts {
  const { passed, failed, total }: Partial<Counts> = said ?? {};
  const all = total ?? (passed ?? 0) + (failed ?? 0);
  return { passed: passed ?? Math.max(all - (failed ?? 0), 0), failed: failed ?? all - (passed ?? all), total: all };
}

function targetsMet(said: Said): Counts {
  const met = Object.entries(said ?? {}).flatMap(([key, value]) =>
    key.endsWith('Met') && typeof value === 'boolean' ? [value] : [],
  );
  const passed = met.filter(Boolean).length;
  return { passed, failed: met.length - passed, total: met.length };
}

export interface Failure {
  /** A column, a rule or a test case. */
  readonly name: string;
  readonly reason: string;
}

type Details = NonNullable<ContractResult['details']>;

/** The details of a dimension are the list of its reasons, or an object where a pipeline pushed them. */
const reasonsOf = (said: object | undefined): readonly FieldReason[] =>
  Array.isArray(said) ? (said as FieldReason[]) : [];

const pushed = <Part extends object>(said: Part | undefined): Partial<Exclude<Part, readonly unknown[]>> =>
  said === undefined || Array.isArray(said) ? {} : (said as Exclude<Part, readonly unknown[]>);

/** Columns that fail, also those that a pipeline names only by what is wrong with them. */
export function failedColumns({ schemaValidation, details }: ContractResult): Failure[] {
  const said = details?.schemaValidation;
  const reasons = new Map(reasonsOf(said).map(({ field, message }) => [field, message]));
  const { typeMismatchFields, duplicateFields } = pushed(said);
  const mismatched = new Set(typeMismatchFields);
  const repeated = new Set(duplicateFields);
  const names = new Set([...(schemaValidation?.failedFields ?? []), ...mismatched, ...repeated]);
  return [...names].map((name) => {
    const faults = [
      ...(reasons.has(name) ? [reasons.get(name)] : []),
      ...(mismatched.has(name) ? ['has another type'] : []),
      ...(repeated.has(name) ? ['occurs more than once'] : []),
    ];
    return { name, reason: faults.join('; ') || 'fails' };
  });
}

/** A pushed result may name a rule without a reason. */
export function failedRules({ semanticsValidation }: ContractResult): Failure[] {
  return (semanticsValidation?.failedRules ?? []).map(({ ruleName, reason }) => ({
    name: ruleName,
    reason: reason ?? 'not met',
  }));
}

const named = ({ field, message }: FieldReason): Failure => ({ name: field, reason: message });

export const failedTests = ({ details }: ContractResult): Failure[] => reasonsOf(details?.qualityValidation).map(named);

/** Test cases that fail and are not counted. */
export const warnings = ({ details }: ContractResult): Failure[] => (details?.qualityWarnings ?? []).map(named);

const TARGETS = [
  ['refreshFrequencyMet', 'refreshFrequency'],
  ['latencyMet', 'maxLatency'],
  ['availabilityMet', 'availability'],
] as const;

/** How columns that pass keep a type that the source writes in another word. */
export const typesFound = ({ details }: ContractResult): readonly FieldReason[] => details?.schemaNotes ?? [];

/** Targets of the SLA that are missed, by their keys in the contract; a pushed result says no more than which. */
export function missedTargets({ slaValidation, details }: ContractResult): Failure[] {
  const { notes } = details?.slaValidation ?? {};
  if (notes) return notes.map(readNote);
  return TARGETS.flatMap(([flag, name]) => (slaValidation?.[flag] === false ? [{ name, reason: 'not met' }] : []));
}

function readNote(note: string): Failure {
  const [, name = '', reason = note] = /^(\w+): (.*)$/s.exec(note) ?? [];
  return { name: name === 'latency' ? 'maxLatency' : name, reason };
}

/** Each failure in words, the same words for the same failure. */
export function failuresOf(result: ContractResult): string[] {
  const inWords = (kind: string, failures: readonly Failure[]) =>
    failures.map(({ name, reason }) => `${kind} ${name}: ${reason}`);
  return [
    ...inWords('Column', failedColumns(result)),
    ...inWords('Rule', failedRules(result)),
    ...inWords('Test', failedTests(result)),
    ...inWords('SLA', missedTargets(result)),
  ];
}

/** The words of a pipeline, on the whole and on each dimension. */
export function reports({ details = {} }: ContractResult): { readonly label: string; readonly text: string }[] {
  const { message, incidentId, schemaValidation, semanticsValidation, qualityValidation, slaValidation }: Details =
    details;
  const said: [string, string | undefined][] = [
    ['Message', message],
    ['Incident', incidentId],
    [LABELS.schema, pushed(schemaValidation).message],
    [LABELS.semantics, semanticsValidation?.message],
    [LABELS.quality, pushed(qualityValidation).message],
    [LABELS.sla, slaValidation?.message],
  ];
  return said.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
