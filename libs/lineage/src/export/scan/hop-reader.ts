import type { Visibility } from '../../traversal/visibility';
import { isRestricted, visibleValues } from '../../traversal/visible-sql';
import type { Side } from '../../traversal/walk';
import { PAGE_EDGES } from '../export-request';
import { edgeBetween, hopEdges, type HopEdge } from '../hop-edges';
import type { Frontier } from './frontier';
import type { ExportThrottle } from './export-throttle';
import type { Snapshot, TextRow } from './snapshot';

/** Rows per fetch: a round trip for each page would take as long as the work. */
const FETCH = 1_000;
/** Rows per fetch while others are served: small enough not to delay them noticeably. */
const FETCH_BESIDE_OTHERS = 100;

/** Options of every hop of a side. */
export interface HopOptions {
  readonly snapshot: Snapshot;
  readonly side: Side;
  readonly includeDeleted: boolean;
  readonly visibility: Visibility;
  readonly throttle: ExportThrottle;
}

/** Reads the edges of one hop, in export order, by a cursor. */
export async function* readHop(
  { snapshot, side, includeDeleted, visibility, throttle }: HopOptions,
  frontier: Frontier,
): AsyncGenerator<HopEdge[], void, undefined> {
  const text = hopEdges({ side, restricted: isRestricted(visibility), nearNames: !frontier.isNamed });
  const values = [frontier.nodeText, includeDeleted, ...visibleValues(visibility)];
  const edge = (row: TextRow): HopEdge => edgeOf(side, frontier, row);
  for await (const rows of byCursor(snapshot, text, values, throttle)) {
    for (let from = 0; from < rows.length; from += PAGE_EDGES) yield rows.slice(from, from + PAGE_EDGES).map(edge);
  }
}

async function* byCursor(
  snapshot: Snapshot,
  text: string,
  values: readonly unknown[],
  throttle: ExportThrottle,
): AsyncGenerator<TextRow[], void, undefined> {
  const fetch = (): Fetch => {
    const asked = throttle.isAlone ? FETCH : FETCH_BESIDE_OTHERS;
    return { asked, rows: quietly(throttle.inTurn(() => snapshot.rows(`fetch ${asked} from lineage_hop`))) };
  };
  const declared = quietly(snapshot.run(`declare lineage_hop no scroll cursor for ${text}`, values));
  let next: Fetch | undefined = fetch();
  await declared;
  for (let isLast = false; !isLast;) {
    const current: Fetch = next ?? fetch();
    const fetched = await current.rows;
    isLast = fetched.length < current.asked;
    // Prefetches the next rows while these are processed, unless other requests need the resources.
    next = !isLast && throttle.isAlone ? fetch() : undefined;
    if (fetched.length) yield fetched;
    if (!isLast && !next) await throttle.giveWay();
  }
  await snapshot.run('close lineage_hop');
}

interface Fetch {
  readonly asked: number;
  readonly rows: Promise<TextRow[]>;
}

/** Suppresses the unhandled rejection of a promise that may never be awaited. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** A row as `hopEdges` describes it. */
function edgeOf(side: Side, frontier: Frontier, row: TextRow): HopEdge {
  const [place, far, farFqn, farType, sqlQuery = null, isLong] = row as [string, string, string, string, ...TextRow];
  const { node, fqn = row[6] as string, type = row[7] as string } = frontier.at(Number(place));
  const sql = { sqlQuery, isLong: isLong === 't' };
  return edgeBetween(side, { node, fqn, type }, { node: Number(far), fqn: farFqn, type: farType }, sql);
}
