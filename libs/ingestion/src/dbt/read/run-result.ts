import { readTime } from '../../event/event-time';
import { listOf, objectOf, textOf } from '../../event/lenient';
import type { DbtOutcome } from '../project';

/** What is used of a result of run_results.json. */
export interface RunResult extends Omit<DbtOutcome, 'timestamp'> {
  /** Epoch ms at which its last step ended; absent where it does not say. */
  readonly endedAt?: number;
}

/** Characters of a message that are stored. */
const LONGEST_MESSAGE = 10_000;

/** Reads an item of `results`; none where it does not say what ended, or how. */
export function readResult(sent: unknown): RunResult[] {
  const result = objectOf(sent);
  const [id, status] = [textOf(result?.unique_id), textOf(result?.status)];
  if (!result || id === undefined || status === undefined) return [];
  const ends = listOf(result.timing).flatMap((step) => readTime(objectOf(step)?.completed_at)?.ms ?? []);
  const endedAt = ends.length ? ends.reduce((last, end) => Math.max(last, end)) : undefined;
  const message = shortened(textOf(result.message));
  const failures = Number.isSafeInteger(result.failures) ? (result.failures as number) : undefined;
  return [
    {
      id,
      status,
      ...(endedAt !== undefined && { endedAt }),
      ...(message && { message }),
      ...(failures !== undefined && { failures }),
    },
  ];
}

/** A result without a time of its own has that of the report; none where that has none either. */
export function outcomeAt({ endedAt, ...result }: RunResult, generatedAt: number | undefined): DbtOutcome[] {
  const timestamp = endedAt ?? generatedAt;
  return timestamp === undefined ? [] : [{ ...result, timestamp }];
}

/** A copy: a slice would hold the whole text in memory. */
function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= LONGEST_MESSAGE) return text;
  return Buffer.from(text.slice(0, LONGEST_MESSAGE), 'utf16le').toString('utf16le');
}
