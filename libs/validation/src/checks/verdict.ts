import type {
  CheckCounts,
  ExecutionStatus,
  FieldMessage,
  QualityVerdict,
  SchemaVerdict,
  SemanticsVerdict,
  SlaVerdict,
} from './types';

/**
 * The dimensions of a run; absent = not part of the contract. A dimension without counted items is treated as absent.
 */
export interface Dimensions {
  readonly schema?: SchemaVerdict;
  readonly semantics?: SemanticsVerdict;
  readonly quality?: QualityVerdict;
  readonly sla?: SlaVerdict;
}

export interface Verdict {
  readonly status: ExecutionStatus;
  /**
   * Human-readable: one sentence (at most SUMMARY_LENGTH characters) naming what failed, then one sentence per
   * failure with its cause.
   */
  readonly result: string;
}

export const SUMMARY_LENGTH = 500;
export const NOTHING_TO_CHECK = 'The contract has nothing to check.';
export const NOTHING_COUNTED = 'The contract has nothing to check that could fail it.';
export const TABLE_GONE = 'The table is gone in the source.';

/** Items named per dimension; the rest is counted. */
const MOST_NAMED = 3;

/** Maximum lengths of names: the first one with a sentence short enough is used; the last one always does. */
const NAME_LENGTHS = [256, 100, 60, 30, 20] as const;

/** `blocked`: nothing in it failed, and something could not be judged. */
type PartState = 'passed' | 'failed' | 'blocked';

interface Part {
  readonly state: PartState;
  /** The part of the sentence, with names truncated to a length. */
  readonly say: (nameLength: number) => string;
}

/**
 * Aggregates a run: all evaluated dimensions passed → Success; none → Failed; some → PartialSuccess. A dimension
 * passes if it has no failures. A run without checks is a Success whose message says so. Failures that do not count, of tests
 * whose severity is warn or info, are listed at the end. If nothing failed and something could not be read, it is Aborted: neither met nor
 * broken.
 */
export function overallVerdict(dimensions: Dimensions): Verdict {
  const parts = evaluatedParts(dimensions);
  const unmet = parts.filter(({ state }) => state !== 'passed');
  const warnings = verdictWarnings(dimensions);
  if (unmet.length === 0)
    return { status: 'Success', result: [passedSentence(parts, dimensions), ...warnings].join(' ') };
  const status = unmetStatus(parts, unmet);
  const opening = status === 'Aborted' ? `Not all could be judged (${outageOf(dimensions) ?? 'unread'}): ` : '';
  const sentences = NAME_LENGTHS.map((length) => `${opening}${unmet.map(({ say }) => say(length)).join('; ')}.`);
  const fitting = sentences.find((sentence) => [...sentence].length <= SUMMARY_LENGTH);
  return { status, result: [fitting ?? sentences.at(-1), ...verdictReasons(dimensions), ...warnings].join(' ') };
}

function unmetStatus(parts: readonly Part[], unmet: readonly Part[]): ExecutionStatus {
  if (unmet.every(({ state }) => state === 'blocked')) return 'Aborted';
  return unmet.length === parts.length ? 'Failed' : 'PartialSuccess';
}

/** Why something could not be read, of the first dimension that needed it. */
export function outageOf({ schema, quality, sla }: Dimensions): string | undefined {
  return schema?.blockedBy ?? quality?.blockedBy ?? sla?.blockedBy;
}

function passedSentence(parts: readonly Part[], { semantics, quality }: Dimensions): string {
  if (parts.length > 0) return `All checks passed: ${parts.map(({ say }) => say(0)).join(', ')}.`;
  const texts = semantics?.notEvaluated ?? [];
  const rules = texts.length === 1 ? 'The rule' : 'The rules';
  const isText = texts.length === 1 ? 'is text, which is not evaluated' : 'are text, which is not evaluated';
  const unevaluated = texts.length ? ` ${rules} ${nameSome(texts, NAME_LENGTHS[1])} ${isText}.` : '';
  return `${quality?.warnings.length ? NOTHING_COUNTED : NOTHING_TO_CHECK}${unevaluated}`;
}

function evaluatedParts({ schema, semantics, quality, sla }: Dimensions): Part[] {
  const parts = [
    schema && schemaPart(schema),
    semantics && counted(semantics, 'semantics rule', failedNames(semantics)),
    quality && qualityPart(quality),
    sla && slaPart(sla),
  ];
  return parts.filter((part) => part !== undefined);
}

const failedNames = ({ failedRules }: SemanticsVerdict): string[] => failedRules.map(({ ruleName }) => ruleName);

function counted({ failed, total }: CheckCounts, noun: string, names: readonly string[]): Part | undefined {
  if (total === 0) return undefined;
  const things = `${total} ${noun}${total === 1 ? '' : 's'}`;
  if (failed === 0) return { state: 'passed', say: () => things };
  return { state: 'failed', say: (length) => `${failed} of ${things} failed (${nameSome(names, length)})` };
}

function schemaPart(schema: SchemaVerdict): Part | undefined {
  const part = counted(schema, 'column', schema.failedFields);
  if (part?.state !== 'passed' || schema.blockedBy === undefined) return part;
  const { total, blocked } = schema;
  const columns = `${total} column${total === 1 ? '' : 's'}`;
  if (!blocked) return { state: 'blocked', say: () => `${columns} could not be read` };
  return {
    state: 'blocked',
    say: (length) => `${blocked.length} of ${columns} could not be judged (${nameSome(blocked, length)})`,
  };
}

function qualityPart(quality: QualityVerdict): Part | undefined {
  const { failed, total, blocked = 0, details } = quality;
  const names = details.map(({ field }) => field);
  if (blocked === 0 || blocked < failed) return counted(quality, 'quality test', names);
  const things = `${total} quality test${total === 1 ? '' : 's'}`;
  return {
    state: 'blocked',
    say: (length) => `${blocked} of ${things} could not be computed (${nameSome(names, length)})`,
  };
}

/** The targets of an SLA as sentences name them. */
const SLA_TARGETS = {
  refreshFrequencyMet: 'refresh frequency',
  latencyMet: 'latency',
  availabilityMet: 'availability',
} as const;

/** The names in notes that differ from those in sentences. */
const NOTE_WORDS: Readonly<Record<string, string>> = {
  refreshFrequency: 'refresh frequency',
  availabilityTime: 'availability time',
  learnedFreshness: 'learned freshness',
};

function slaPart({ sla, blocked = [] }: SlaVerdict): Part | undefined {
  const asked = Object.entries(SLA_TARGETS).filter(([key]) => sla[key as keyof typeof SLA_TARGETS] !== undefined);
  const missed = asked.filter(([key]) => sla[key as keyof typeof SLA_TARGETS] === false);
  if (asked.length === 0) return undefined;
  if (missed.length === 0) {
    return { state: 'passed', say: () => `${asked.length} SLA target${asked.length === 1 ? '' : 's'}` };
  }
  const words = missed.map(([, word]) => word).join(', ');
  if (missed.every(([key]) => blocked.includes(key as keyof typeof SLA_TARGETS)))
    return { state: 'blocked', say: () => `SLA could not be read (${words})` };
  return { state: 'failed', say: () => `SLA not met (${words})` };
}

function nameSome(names: readonly string[], length: number): string {
  const named = names.slice(0, MOST_NAMED).map((name) => shortened(name, length));
  return named.join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
}

/** Retains the end of a path, which is more specific than its start. */
function shortened(name: string, length: number): string {
  const characters = [...name];
  return characters.length <= length ? name : `…${characters.slice(1 - length).join('')}`;
}

/** Maximum number of reasons per dimension; the rest is counted. */
export const MOST_REASONS = 20;
/** Maximum total length of the reasons of one dimension, in characters; reasons beyond it are counted. */
export const REASONS_LENGTH = 2_000;
/** Maximum length of one reason, in characters: rule messages and deep column paths can be long. */
const REASON_LENGTH = 400;

/** One sentence per failure with its cause, in the order of the dimensions; long lists are truncated with a count. */
export function verdictReasons({ schema, semantics, quality, sla }: Dimensions): string[] {
  return [
    ...schemaReasons(schema),
    ...told('rule', semantics?.failedRules, ({ ruleName, reason }) => `Rule ${ruleName}: ${reason}`),
    ...told('test', quality?.details, ({ field, message }) => `Test ${field}: ${message}`),
    ...told('target', sla?.notes, slaSentence),
  ];
}

function schemaReasons({ unreadable, details }: Partial<SchemaVerdict> = {}): string[] {
  return unreadable === undefined ? told('column', details, columnSentence) : [asSentence(unreadable)];
}

function columnSentence({ field, message }: FieldMessage): string {
  return `Column ${field}${/^(promised |\d|\()/.test(message) ? ':' : ''} ${message}`;
}

/** One sentence for each failure that does not count. */
function verdictWarnings({ quality }: Dimensions): string[] {
  return told('warning', quality?.warnings, ({ field, message }) => `Warning: test ${field}: ${message}`, 'left out');
}

/** `refreshFrequency: …` as a sentence. */
function slaSentence(note: string): string {
  return `SLA ${note.replace(/^\w+(?=: )/, (target) => NOTE_WORDS[target] ?? target)}`;
}

function told<Item>(
  noun: string,
  items: readonly Item[] = [],
  say: (item: Item) => string,
  ending = 'failed',
): string[] {
  const sentences: string[] = [];
  let length = 0;
  for (const item of items.slice(0, MOST_REASONS)) {
    const sentence = asSentence(say(item));
    length += sentence.length;
    if (length > REASONS_LENGTH) break;
    sentences.push(sentence);
  }
  const left = items.length - sentences.length;
  return left > 0 ? [...sentences, `${left} more ${noun}${left === 1 ? '' : 's'} ${ending}.`] : sentences;
}

/** On a single line, of limited length, ending with one full stop. */
function asSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  const short = characters.length > REASON_LENGTH ? `${characters.slice(0, REASON_LENGTH - 1).join('')}…` : line;
  return short.endsWith('.') ? short : `${short}.`;
}
