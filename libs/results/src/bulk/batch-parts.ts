/**
 * Parts that a batch is stored in at once, by the share of the results that each has: a server of two processors is busy with two. The first
 * one is on its way while the other is still checked, so it is the larger one.
 */
const SHARES = [0.55, 0.45];
/** Fewer results gain nothing by a second transaction. */
const LEAST_RESULTS = 200;

/** What a sent row may have of what tells its part. */
interface Named {
  readonly id?: unknown;
  readonly contractId?: unknown;
  readonly contractFQN?: unknown;
}

/**
 * Splits a batch, as it was sent, into parts that can be stored at the same time, each in its own transaction: they have no contract in common.
 * A batch stays whole where that cannot be told by what the rows name: if one has the id of a result, which may replace one of any contract,
 * or if some name their contract by id and others by FQN.
 *
 * @param rows as they were sent: one that names nothing is refused later, in whichever part
 * @returns positions in `rows`, ascending within each part
 */
export function batchParts(rows: readonly unknown[]): number[][] {
  const names = rows.length < LEAST_RESULTS ? undefined : namesOf(rows);
  if (!names) return [rows.map((_, at) => at)];
  const parts = SHARES.map((share) => ({ share, places: [] as number[] }));
  const partOf = new Map<unknown, (typeof parts)[number]>();
  names.forEach((name, at) => {
    let part = partOf.get(name);
    if (!part) {
      part = parts.reduce((least, one) =>
        one.places.length / one.share < least.places.length / least.share ? one : least,
      );
      partOf.set(name, part);
    }
    part.places.push(at);
  });
  return parts.map(({ places }) => places).filter((places) => places.length > 0);
}

/** What each row calls its contract; undefined where the rows may mean one contract by different names. */
function namesOf(rows: readonly unknown[]): unknown[] | undefined {
  const names: unknown[] = [];
  let [byId, byFqn] = [false, false];
  for (const row of rows) {
    const { id, contractId, contractFQN } = (row ?? {}) as Named;
    byId ||= contractId !== undefined;
    byFqn ||= contractFQN !== undefined;
    if (id !== undefined || (byId && byFqn)) return undefined;
    names.push(typeof contractId === 'string' ? contractId.toLowerCase() : contractFQN);
  }
  return names;
}
