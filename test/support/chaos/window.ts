import type { ChaosProcess } from './stack/chaos-process';
import type { ChaosStack } from './stack/chaos-stack';
import { until } from './until';

/** The moments of a worker, of the API, of what carries changes to a search index, of what tells subscribers, and of what makes notices, by the names of their failpoints. */
export const WORKER_MOMENTS = ['after-claim', 'after-compute-before-commit', 'after-commit-before-ack'] as const;
export const API_MOMENTS = ['after-commit-before-enqueue', 'after-enqueue-before-answer'] as const;
export const SEARCH_MOMENTS = ['after-index-before-forget', 'after-forget-before-commit'] as const;
export const NOTIFICATION_MOMENTS = ['after-plan-before-send', 'after-send-before-note'] as const;
export const NOTICE_MOMENTS = ['after-notices-before-commit', 'after-notices-committed'] as const;

/**
 * What comes at such a moment. kill: SIGKILL. zombie: it freezes till others have done its work, then comes back. The others
 * freeze it just long enough to cut its wire (or to let it swallow every byte), so that the next thing it does meets that.
 */
export const DEEDS = ['kill', 'zombie', 'cut-database', 'cut-queue', 'deaf-database', 'deaf-queue'] as const;
export type Deed = (typeof DEEDS)[number];

export interface Window {
  readonly moment: (
    | typeof WORKER_MOMENTS
    | typeof API_MOMENTS
    | typeof SEARCH_MOMENTS
    | typeof NOTIFICATION_MOMENTS
    | typeof NOTICE_MOMENTS
  )[number];
  readonly deed: Deed;
}

/** How long a wire stays cut, in ms: longer than a retry, shorter than a lease. */
const CUT_MS = 1_500;
/** How long others may take to do a zombie's work, in ms: a lease of 5 s, a round, and a queue of work before it. */
const TAKEN_OVER_MS = 60_000;

export const nameOf = ({ moment, deed }: Window): string => `${moment}:${deed}`;

/** What FAILPOINTS says for it, at that hit of its moment. */
export function failpointOf({ moment, deed }: Window, hit: number): string {
  return `${moment}=${deed === 'kill' ? 'kill' : 'stop'}@${hit}`;
}

/** Waits till the process stands in the window, or has died of it; true when it did so within the time. */
export async function stands(process: ChaosProcess, withinMs: number): Promise<boolean> {
  const seen = () => process.isFrozen() || process.ending !== undefined;
  return until('a window', withinMs, seen, Boolean).catch(() => false);
}

/** Does the deed to a frozen process and lets it go on; returns when its wires are whole. */
export async function meet(stack: ChaosStack, process: ChaosProcess, deed: Deed): Promise<void> {
  if (deed === 'kill') return void (await process.ended);
  if (deed === 'zombie') {
    await until(
      'others do the work of a zombie',
      TAKEN_OVER_MS,
      () => heldBy(stack, process),
      (held) => held.length === 0,
    );
    return process.signal('SIGCONT');
  }
  await cutOff(process, deed);
}

/** Lets a frozen process go on with a wire cut, or deaf, for a while. */
export async function cutOff(process: ChaosProcess, deed: Exclude<Deed, 'kill' | 'zombie'>): Promise<void> {
  const [how, what] = deed.split('-') as ['cut' | 'deaf', 'database' | 'queue'];
  if (how === 'cut') process.cut(what);
  else process.swallow(what);
  process.signal('SIGCONT');
  await new Promise((over) => setTimeout(over, CUT_MS));
  process.heal();
}

/** Runs that only the zombie could end, and who is in the way of taking them over. */
async function heldBy(stack: ChaosStack, { pid }: ChaosProcess): Promise<string[]> {
  const text = `
    select format('run %s, lease over for %s', result_id, clock_timestamp() - lease_until) as line
      from validation_run where worker like $1
    union all
    select format('%s waits for %s: %s', pid, pg_blocking_pids(pid), left(query, 60)) from pg_stat_activity
     where wait_event_type = 'Lock' and exists (select 1 from validation_run where worker like $1)`;
  return (await stack.server.query<{ line: string }>(text, [`%-${pid}-%`])).map(({ line }) => line);
}
