import { TimeoutError, withTimeout } from '../concurrency/timeout';

/** A component that does not respond within this time counts as unavailable, in ms. */
const ANSWER_MS = 2_000;

export interface PartState {
  readonly ready: boolean;
  /** The reason if not ready; contains no host names. */
  readonly reason?: string;
  /** Set if the process must not serve because of it, even if the component is optional. */
  readonly critical?: true;
}

/** Checks a component; a rejection means that it is unavailable. */
export type AskPart = () => Promise<PartState>;

/** The components of a process, by criticality. */
export interface HealthParts {
  /** Required: without these the process serves nothing. */
  readonly needed: Readonly<Record<string, AskPart>>;
  /** Optional: without these the process is degraded, unless their fault is critical. */
  readonly wanted?: Readonly<Record<string, AskPart>>;
}

export interface HealthReport {
  /** degraded: it serves requests, except those that need the unavailable components. */
  readonly status: 'ready' | 'degraded' | 'not ready';
  readonly parts: Readonly<Record<string, PartState>>;
}

export const READY: PartState = { ready: true };
export const notReady = (reason: string): PartState => ({ ready: false, reason });
export const criticalFault = (reason: string): PartState => ({ ready: false, reason, critical: true });

/** Health of a process by component; all components are checked concurrently. */
export async function healthReport({ needed, wanted = {} }: HealthParts): Promise<HealthReport> {
  const [must, may] = await Promise.all([answersOf(needed), answersOf(wanted)]);
  return { status: statusOf(must, may), parts: { ...must, ...may } };
}

type Answers = Record<string, PartState>;

const allReady = (answers: Answers) => Object.values(answers).every(({ ready }) => ready);

function statusOf(must: Answers, may: Answers): HealthReport['status'] {
  if (!allReady(must) || Object.values(may).some(({ critical }) => critical)) return 'not ready';
  return allReady(may) ? 'ready' : 'degraded';
}

async function answersOf(parts: Readonly<Record<string, AskPart>>): Promise<Answers> {
  const asked = Object.entries(parts).map(async ([name, ask]) => [name, await answered(ask)] as const);
  return Object.fromEntries(await Promise.all(asked));
}

/** The error is not returned: driver errors contain hosts and ports. */
async function answered(ask: AskPart): Promise<PartState> {
  try {
    return await withTimeout(ask(), ANSWER_MS, 'A part');
  } catch (error) {
    return notReady(error instanceof TimeoutError ? 'does not answer in time' : 'not available');
  }
}
