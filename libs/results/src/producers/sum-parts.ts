import { abbreviate } from '@app/common';
import type { ExecutionStatus } from '../document/execution-status';
import type { Json, ProducerPart } from './producer-part';
import { sumDetails } from './sum-details';

/** Content of a result that adds up parts; `details` has the parts, for `fields=details`. */
export interface PartSum {
  readonly status: ExecutionStatus;
  readonly body: Json;
  readonly details: Json;
}

/** Items of a list of failures, as of a push. */
const MOST_LISTED = 10_000;
/** Producers that the sentence quotes, and characters of each quotation. */
const MOST_QUOTED = 10;
const QUOTE_LENGTH = 1_000;

const COUNTED = {
  schemaValidation: 'failedFields',
  semanticsValidation: 'failedRules',
  qualityValidation: undefined,
} as const;
const FLAGS = ['refreshFrequencyMet', 'latencyMet', 'availabilityMet'] as const;

/**
 * Adds up parts of different producers: counts by dimension, a target of the SLA is met where all that name it say so. The status follows
 * from the dimensions as that of a run does: all passed → Success, none → Failed, some → PartialSuccess. A part whose own status its counts do
 * not explain counts as one dimension more. An aborted part adds no counts, and the sum is never Success beside it.
 *
 * @param parts at least one, in any order, each of another producer
 */
export function sumParts(parts: readonly ProducerPart[]): PartSum {
  const ordered = [...parts].sort((a, b) => (a.producer < b.producer ? -1 : 1));
  const judged = ordered.filter(({ status }) => status !== 'Aborted');
  const dimensions = addedUp(judged.map(({ body }) => body));
  return {
    status: statusOf(judged, dimensions, judged.length < ordered.length),
    body: { result: sentenceOf(ordered), ...dimensions },
    details: { ...sumDetails(judged), parts: ordered.map(shownPart) },
  };
}

/** A part as `fields=details` shows it: its counts, without lists. */
export function shownPart({ producer, timestamp, status, body }: ProducerPart): Json {
  const { result, executionTime } = body;
  return {
    ...{ producer, timestamp, contractExecutionStatus: status },
    ...(result !== undefined && { result }),
    ...withoutLists(addedUp([body])),
    ...(executionTime !== undefined && { executionTime }),
  };
}

function withoutLists(dimensions: Json): Json {
  const of = ([name, said]: [string, unknown]) => {
    const { failedFields: _fields, failedRules: _rules, ...counts } = said as Json;
    return [name, counts] as const;
  };
  return Object.fromEntries(Object.entries(dimensions).map(of));
}

/** The dimensions of several bodies as one; one of which nothing is said is absent. */
function addedUp(bodies: readonly Json[]): Json {
  const dimensions: Record<string, Json> = {};
  for (const [name, list] of Object.entries(COUNTED)) {
    const said = bodies.flatMap((body) => (body[name] === undefined ? [] : [body[name] as Json]));
    if (said.length > 0) dimensions[name] = countedSum(said, list);
  }
  const { qualityValidation } = dimensions;
  if (qualityValidation) dimensions.qualityValidation = withScore(qualityValidation);
  const sla = bodies.flatMap(({ slaValidation }) => (slaValidation === undefined ? [] : [slaValidation as Json]));
  if (sla.length > 0) dimensions.slaValidation = slaSum(sla);
  return dimensions;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

function countedSum(said: readonly Json[], list: 'failedFields' | 'failedRules' | undefined): Json {
  let [passed, failed] = [0, 0];
  for (const one of said) {
    const counts = countsOf(one);
    failed = Math.min(failed + counts.failed, Number.MAX_SAFE_INTEGER);
    passed = Math.min(passed + counts.passed, Number.MAX_SAFE_INTEGER - failed);
  }
  passed = Math.min(passed, Number.MAX_SAFE_INTEGER - failed);
  const counts = { passed, failed, total: passed + failed };
  return list === undefined ? counts : { ...counts, [list]: distinct(said.flatMap((one) => itemsOf(one[list]))) };
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()].slice(0, MOST_LISTED);
}

/** A push may leave counts out, which then follow from the others, and from the lists of what failed. */
function countsOf({ passed, failed, total, failedFields, failedRules }: Json): Counts {
  const [given, whole] = [numberOf(passed), numberOf(total)];
  const listed = itemsOf(failedFields).length + itemsOf(failedRules).length;
  const rest = whole !== undefined && given !== undefined ? whole - given : undefined;
  const bad = numberOf(failed) ?? rest ?? (whole === undefined ? listed : Math.min(listed, whole));
  return { failed: bad, passed: given ?? Math.max(0, (whole ?? bad) - bad) };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function withScore(counts: Json): Json {
  const { passed, total } = counts as { passed: number; total: number };
  return total === 0 ? counts : { ...counts, qualityScore: Math.round((passed / total) * 10_000) / 100 };
}

function slaSum(said: readonly Json[]): Json {
  const met = FLAGS.flatMap((flag) => {
    const values = said.flatMap((one) => (typeof one[flag] === 'boolean' ? [one[flag]] : []));
    return values.length > 0 ? [[flag, values.every(Boolean)] as const] : [];
  });
  return Object.fromEntries(met);
}

/** Whether each dimension that was judged has passed. */
function outcomesOf(dimensions: Json): boolean[] {
  return Object.entries(dimensions).flatMap(([name, said]) => {
    if (name === 'slaValidation') {
      const flags = Object.values(said as Json);
      return flags.length > 0 ? [flags.every(Boolean)] : [];
    }
    const { failed, total } = said as { failed: number; total: number };
    return total > 0 ? [failed === 0] : [];
  });
}

/** Outcomes that follow from the status of a part alone. */
function unexplained({ status, body }: ProducerPart): boolean[] {
  const own = outcomesOf(addedUp([body]));
  if (own.length === 0) return status === 'PartialSuccess' ? [true, false] : [status === 'Success'];
  return status !== 'Success' && own.every(Boolean) ? [false] : [];
}

function statusOf(judged: readonly ProducerPart[], dimensions: Json, hasAborted: boolean): ExecutionStatus {
  const outcomes = [...outcomesOf(dimensions), ...judged.flatMap(unexplained)];
  const failed = outcomes.filter((passed) => !passed).length;
  if (failed === 0) return hasAborted ? 'Aborted' : 'Success';
  return failed === outcomes.length ? 'Failed' : 'PartialSuccess';
}

/** Whether a part prevents the sum from being a success. */
export function partFails(part: ProducerPart): boolean {
  if (part.status === 'Aborted') return true;
  return [...outcomesOf(addedUp([part.body])), ...unexplained(part)].some((passed) => !passed);
}

/** That of the only part, or who failed, and what each of them says. */
function sentenceOf(parts: readonly ProducerPart[]): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only!.body.result === 'string') return only!.body.result;
  const producers = `${parts.length} producer${parts.length === 1 ? '' : 's'}`;
  const bad = parts.filter(partFails);
  if (bad.length === 0) return `All of ${producers} passed: ${parts.map(({ producer }) => producer).join(', ')}.`;
  const quoted = bad.slice(0, MOST_QUOTED).map(({ producer, status, body: { result } }) => {
    const said = typeof result === 'string' && result !== '' ? result : `${status}.`;
    return `${producer}: ${abbreviate(said, QUOTE_LENGTH)}`;
  });
  const more = bad.length > MOST_QUOTED ? [`${bad.length - MOST_QUOTED} more.`] : [];
  return [`${bad.length} of ${producers} did not pass.`, ...quoted, ...more].join(' ');
}
