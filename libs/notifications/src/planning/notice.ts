import type { ChangeEvent } from '@app/events';
import type { NoticeType } from '../subscription/subscription';

/** One thing that is told: a change, or a state of a contract. */
export interface Notice {
  readonly type: NoticeType | 'test';
  /** When it happened, in epoch ms. */
  readonly timestamp: number;
  readonly entity: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  /** Its page. */
  readonly link?: string;
  /** The change, as GET /v1/events tells it. */
  readonly event?: ChangeEvent;
  /** The target that will be missed, and when (epoch ms). */
  readonly sla?: { readonly target: string; readonly dueAt: number };
  /** For how many days there was no result, and when there was one (epoch ms). */
  readonly notValidated?: { readonly days: number; readonly lastResultAt?: number };
}

/** Broken: the contract does not hold. */
const BROKEN = new Set<string | undefined>(['Failed', 'PartialSuccess']);

/** Statuses that say whether a contract passes; one that was aborted does not. */
const isVerdict = (status: string | undefined): boolean => status === 'Success' || BROKEN.has(status);

/** Whether the status before the event does not say whether the contract passed, so that an earlier result has to. */
export function needsEarlierVerdict({ result }: ChangeEvent): boolean {
  return result?.previousStatus !== undefined && !isVerdict(result.previousStatus);
}

/**
 * The turn of a contract that an event of a result shows: that it started to fail, or recovered.
 * @param before the status of the newest earlier result that says whether the contract passed
 */
export function turnOf(
  { result }: ChangeEvent,
  before = result?.previousStatus,
): 'contractFailed' | 'contractRecovered' | undefined {
  if (!result?.isLatest || !isVerdict(result.status)) return undefined;
  if (BROKEN.has(result.status)) return BROKEN.has(before) ? undefined : 'contractFailed';
  return BROKEN.has(before) ? 'contractRecovered' : undefined;
}

/** The page of an entity in the console. */
export function pageOf(origin: string, { type, fullyQualifiedName }: Notice['entity']): string {
  const fqn = encodeURIComponent(fullyQualifiedName);
  return type === 'dataContract' ? `${origin}/contract?fqn=${fqn}` : `${origin}/asset?type=${type}&fqn=${fqn}`;
}
