import type {
  CheckCounts,
  ExecutionStatus,
  QualityVerdict,
  SchemaVerdict,
  SemanticsVerdict,
  SlaVerdict,
} from './types';
import { verdictReasons } from './verdict-reasons';

/** The dimensions of a run; absent = the contract does not ask for it. One that counted nothing is as good as absent. */
export interface Dimensions {
  readonly schema?: SchemaVerdict;
  readonly semantics?: SemanticsVerdict;
  readonly quality?: QualityVerdict;
  readonly sla?: SlaVerdict;
}

export interface Verdict {
  readonly status: ExecutionStatus;
  /** For people: one sentence (at most SUMMARY_LENGTH characters) that names what failed, then one for each thing why it did. */
  readonly result: string;
}

export const SUMMARY_LENGTH = 500;
export const NOTHING_TO_CHECK = 'The contract has nothing to check.';

/** Items named per dimension before the rest are only counted. */
const MOST_NAMED = 3;

/** How much of a name is shown: the first of these with which the sentence is not too long; with the last it never is. */
const NAME_LENGTHS = [256, 100, 60, 30, 20];

interface Part {
  readonly failed: boolean;
  /** The part of the sentence, with names cut to a length. */
  readonly say: (nameLength: number) => string;
}

/**
 * Sums up a run: every evaluated dimension passed → Success; none → Failed; some → PartialSuccess. A dimension passes when
 * it has nothing failed. With nothing to check it is a Success that says so.
 */
export function overallVerdict(dimensions: Dimensions): Verdict {
  const parts = evaluatedParts(dimensions);
  const failed = parts.filter((part) => part.failed);
  if (parts.length === 0) return { status: 'Success', result: NOTHING_TO_CHECK };
  if (failed.length === 0) {
    return { status: 'Success', result: `All checks passed: ${parts.map(({ say }) => say(0)).join(', ')}.` };
  }
  const status = failed.length === parts.length ? 'Failed' : 'PartialSuccess';
  const sentences = NAME_LENGTHS.map((length) => `${failed.map(({ say }) => say(length)).join('; ')}.`);
  const fitting = sentences.find((sentence) => [...sentence].length <= SUMMARY_LENGTH);
  return { status, result: [fitting ?? sentences.at(-1), ...verdictReasons(dimensions)].join(' ') };
}

function evaluatedParts({ schema, semantics, quality, sla }: Dimensions): Part[] {
  const parts = [
    schema && counted(schema, 'column', schema.failedFields),
    semantics && counted(semantics, 'semantics rule', semantics.failedRules.map(nameOfRule)),
    quality && counted(quality, 'quality test', quality.details.map(nameOfField)),
    sla && slaPart(sla),
  ];
  return parts.filter((part) => part !== undefined);
}

function counted({ failed, total }: CheckCounts, noun: string, names: readonly string[]): Part | undefined {
  if (total === 0) return undefined;
  const things = `${total} ${noun}${total === 1 ? '' : 's'}`;
  if (failed === 0) return { failed: false, say: () => things };
  return { failed: true, say: (length) => `${failed} of ${things} failed (${nameSome(names, length)})` };
}

/** Each target in words, and how the notes about it begin. */
const SLA_TARGETS = {
  refreshFrequencyMet: { words: 'refresh frequency', note: 'refreshFrequency' },
  latencyMet: { words: 'latency', note: 'latency' },
  availabilityMet: { words: 'availability', note: 'availability' },
} as const;

function slaPart({ sla, notes }: SlaVerdict): Part | undefined {
  const asked = Object.entries(SLA_TARGETS).filter(([key]) => sla[key as keyof typeof SLA_TARGETS] !== undefined);
  const missed = asked.filter(([key]) => sla[key as keyof typeof SLA_TARGETS] === false);
  if (asked.length === 0) return undefined;
  if (missed.length === 0) {
    return { failed: false, say: () => `${asked.length} SLA target${asked.length === 1 ? '' : 's'}` };
  }
  const unproven = (begin: string) => notes.some((note) => note.startsWith(begin) && note.includes('no evidence'));
  const named = missed.map(([, { words, note }]) => (unproven(note) ? `${words}: no evidence` : words));
  return { failed: true, say: () => `SLA not met (${named.join(', ')})` };
}

function nameSome(names: readonly string[], length: number): string {
  const named = names.slice(0, MOST_NAMED).map((name) => shortened(name, length));
  return named.join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
}

/** The end of a path says more than its begin. */
function shortened(name: string, length: number): string {
  const characters = [...name];
  return characters.length <= length ? name : `…${characters.slice(1 - length).join('')}`;
}

function nameOfRule({ ruleName }: { readonly ruleName: string }): string {
  return ruleName;
}

function nameOfField({ field }: { readonly field: string }): string {
  return field;
}
