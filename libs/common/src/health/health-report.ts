/** A part that does not answer within this counts as away, in ms. */
const ANSWER_MS = 2_000;

export interface PartState {
  readonly ready: boolean;
  /** Why not; names no host. */
  readonly reason?: string;
}

/** Asks a part; a failure means that it is away. */
export type AskPart = () => Promise<PartState>;

/** The parts of a process, by their roles. */
export interface HealthParts {
  /** Without these the process serves nothing. */
  readonly needed: Readonly<Record<string, AskPart>>;
  /** Without these it serves less. */
  readonly wanted?: Readonly<Record<string, AskPart>>;
}

export interface HealthReport {
  /** degraded: it serves, but for what needs the parts that are not ready. */
  readonly status: 'ready' | 'degraded' | 'not ready';
  readonly parts: Readonly<Record<string, PartState>>;
}

export const READY: PartState = { ready: true };
export const notReady = (reason: string): PartState => ({ ready: false, reason });

/** What a process can do, part by part: every part is asked at once. */
export async function healthReport({ needed, wanted = {} }: HealthParts): Promise<HealthReport> {
  const [must, may] = await Promise.all([answersOf(needed), answersOf(wanted)]);
  return { status: statusOf(must, may), parts: { ...must, ...may } };
}

type Answers = Record<string, PartState>;

const allReady = (answers: Answers) => Object.values(answers).every(({ ready }) => ready);

function statusOf(must: Answers, may: Answers): HealthReport['status'] {
  if (!allReady(must)) return 'not ready';
  return allReady(may) ? 'ready' : 'degraded';
}

async function answersOf(parts: Readonly<Record<string, AskPart>>): Promise<Answers> {
  const asked = Object.entries(parts).map(async ([name, ask]) => [name, await answered(ask)] as const);
  return Object.fromEntries(await Promise.all(asked));
}

/** What went wrong stays here: an error of a driver tells hosts and ports. */
async function answered(ask: AskPart): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve(notReady('does not answer in time')), ANSWER_MS);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return notReady('not available');
  } finally {
    clearTimeout(timer);
  }
}
