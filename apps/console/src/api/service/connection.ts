/** Whether the service answers, according to the requests of this page. */
let isLost = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  listeners.forEach((hear) => hear());
}

/** After this time without an answer the service counts as away, though the answer may come yet. */
const SLOW_MS = 15_000;

/** Answered by what stands in front of a service that is away. */
const OF_A_PROXY = [502, 504];

export const connection = {
  isLost: (): boolean => isLost,

  /** Calls back at each change; returns how to stop it. */
  subscribe(hear: () => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  },

  /** Makes a request, and learns from it whether the service answers. */
  async watch(request: () => Promise<Response>, isGivenUp: () => boolean): Promise<Response> {
    const slow = setTimeout(() => set(true), SLOW_MS);
    try {
      const answer = await request();
      set(OF_A_PROXY.includes(answer.status));
      return answer;
    } catch (error) {
      if (!isGivenUp()) set(true);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  },

  /** Asks whether it answers. */
  async probe(): Promise<boolean> {
    const signal = AbortSignal.timeout(SLOW_MS);
    await connection
      .watch(
        () => fetch('/livez', { cache: 'no-store', signal }),
        () => false,
      )
      .catch(() => undefined);
    return !isLost;
  },
};

// A browser without a network knows it before any request fails; that it has one again says nothing of the service.
addEventListener('offline', () => set(true));
addEventListener('online', () => void connection.probe());
