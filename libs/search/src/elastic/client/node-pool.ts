import { BaseConnectionPool, type Connection, type GetConnectionOptions } from '@elastic/elasticsearch';
import { OutageLog } from '@app/common';
import { Logger } from '@nestjs/common';

/** How long a node is left out after its first failure; each further one doubles it, in ms. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A node whose pause is over is left to one request for so long, in ms. */
const TRIAL_MS = 3_000;

/** A node that does not answer. */
interface Outage {
  readonly failures: number;
  readonly since: number;
  /** When a request may try it. */
  readonly until: number;
  readonly log: OutageLog;
}

/** Where the pool leaves which node a request was given: errors of the client have only a copy. */
export type AskedNode = Record<string, unknown> & { node?: Connection };

const log = new Logger('Search');

/** Nodes in turn. One that failed is set aside for a time that grows with each failure; where all are, the one whose time ends first is asked. */
export class NodePool extends BaseConnectionPool {
  private turn = 0;
  private readonly outages = new Map<Connection, Outage>();

  override getConnection({ now, context }: Pick<GetConnectionOptions, 'now' | 'context'>): Connection | null {
    const first = this.turn++ % Math.max(1, this.size);
    const inTurn = [...this.connections.slice(first), ...this.connections.slice(0, first)];
    const waitOf = (node: Connection): number => Math.max(now, this.outages.get(node)?.until ?? 0);
    const [chosen] = inTurn.sort((one, other) => waitOf(one) - waitOf(other));
    const outage = chosen && this.outages.get(chosen);
    if (chosen && context) (context as AskedNode).node = chosen;
    if (outage) this.outages.set(chosen, { ...outage, until: Math.max(outage.until, now + TRIAL_MS) });
    return chosen ?? null;
  }

  /**
   * Leaves out a node for a while. Requests that fail together count once.
   * @param reason whose message is logged; it has no credentials
   * @param began when the request that failed was sent, in epoch ms
   */
  setAside(node: Connection, reason: Error, began: number, now = Date.now()): void {
    const known = this.outages.get(node);
    if (known && began < known.since) return;
    const failures = (known?.failures ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    const outage = known?.log ?? new OutageLog(log, `${node.url.href} answers again`);
    outage.failed(`${node.url.href} does not answer`, reason);
    this.outages.set(node, { failures, since: now, until: now + pause, log: outage });
  }

  override markAlive(node: Connection): this {
    this.outages.get(node)?.log.succeeded();
    this.outages.delete(node);
    return super.markAlive(node);
  }
}
