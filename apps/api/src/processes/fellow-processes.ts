import cluster from 'node:cluster';
import { Batcher } from '@app/common';
import { processPlace } from '@app/config';
import type { RequestCount, RequestCounts } from '../http/access/request-counts';
import { countsOf, sumOfMetrics } from '../http/metrics/sum-of-metrics';
import { Channel, type Peer } from './channel';
import type { AskedOfPrimary, PortMetrics } from './port-questions';

/** The first process does nothing that takes long. Where it does not answer it has gone, and this one ends too. */
const ANSWER_MS = 5_000;
/** Callers of one message. */
const MOST_COUNTED = 1_000;

/** Without the first process, this one ends: its last requests are not counted. */
const UNCOUNTED: RequestCount = { count: 0, msLeft: 0 };

/** The processes that serve the port together with this one, by way of the first one. */
export class FellowProcesses implements RequestCounts {
  private readonly primary: Channel<AskedOfPrimary>;
  private ownText: () => Promise<string> = async () => '';
  private readonly counts = new Batcher<string, RequestCount>((callers) => this.count(callers), {
    most: MOST_COUNTED,
    atOnce: Infinity,
    isOnes: () => false,
  });

  private constructor(peer: Peer) {
    this.primary = new Channel<AskedOfPrimary>(peer, {
      metrics: () => this.ownText(),
    });
  }

  /** Undefined where this process serves its port alone. */
  static join(): FellowProcesses | undefined {
    if (processPlace() === undefined || !cluster.worker) return undefined;
    // Node would exit at once where the first process has gone; `exitWithParent` has requests in work finished.
    cluster.worker.exitedAfterDisconnect = true;
    return new FellowProcesses(process as Peer);
  }

  serves(): void {
    this.primary.ask('serving', null, ANSWER_MS).catch(() => undefined);
  }

  add(caller: string): Promise<RequestCount> {
    return this.counts.ask(caller);
  }

  /** Returns the metrics of all processes, whichever is asked. @param own text of this process */
  shareMetrics(own: () => Promise<string>): () => Promise<string> {
    this.ownText = own;
    return async () => {
      const told = await this.primary.ask('metrics', await own(), ANSWER_MS);
      if (told.ended.length > 1) this.addUp(told);
      return sumOfMetrics(told);
    };
  }

  private count(callers: readonly string[]): Promise<readonly RequestCount[]> {
    return this.primary.ask('count', callers, ANSWER_MS).catch(() => callers.map(() => UNCOUNTED));
  }

  /** So that the data of ended processes does not grow with each one. */
  private addUp({ ended }: PortMetrics): void {
    const added = { numbers: ended.map(({ number }) => number), text: countsOf(ended.map(({ text }) => text)) };
    this.primary.ask('added', added, ANSWER_MS).catch(() => undefined);
  }
}
