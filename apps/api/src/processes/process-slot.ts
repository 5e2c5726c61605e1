import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { BackOff } from '@app/common';
import { Channel } from './channel';
import type { MeasuredSlot } from './metrics-of-port';
import type { AskedOfPrimary, AskedOfProcess } from './port-questions';

/** A process that is busy for longer than this says nothing new of its metrics. */
const ANSWER_MS = 1_000;

export interface ProcessEnd {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly how: string;
  readonly hadServed: boolean;
}

export interface SlotPlan {
  /** From 1. */
  readonly slot: number;
  /** Added to the environment of each process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Answers what the process asks, `serving` aside. */
  answers(slot: ProcessSlot): Omit<AskedOfPrimary, 'serving'>;
}

/** One slot among the processes of a port: its process, and the next one where that has ended. */
export class ProcessSlot implements MeasuredSlot {
  readonly slot: number;
  private readonly backOff = new BackOff();
  private worker: Worker | undefined;
  private channel: Channel<AskedOfProcess> | undefined;
  private servingWorker: number | undefined;

  constructor(private readonly plan: SlotPlan) {
    this.slot = plan.slot;
  }

  get serving(): number | undefined {
    return this.servingWorker;
  }

  /**
   * Starts a process, and resolves with its end.
   * @param onServing called when it serves
   */
  async live(onServing: () => void = () => undefined): Promise<ProcessEnd> {
    const worker = cluster.fork(this.plan.environment);
    let hadServed = false;
    const serving = (): void => {
      hadServed = true;
      this.servingWorker = worker.id;
      onServing();
    };
    this.worker = worker;
    this.channel = new Channel<AskedOfProcess>(worker.process, { ...this.plan.answers(this), serving });
    const { code, how } = await ended(worker);
    this.worker = this.channel = this.servingWorker = undefined;
    return { code, how, hadServed };
  }

  /** The pause before the next process, in ms. @param livedMs of the last one */
  pauseAfter(livedMs: number): number {
    return this.backOff.next(livedMs);
  }

  signal(signal: NodeJS.Signals): void {
    this.worker?.process.kill(signal);
  }

  metrics(): Promise<string> {
    const { channel } = this;
    return channel ? channel.ask('metrics', null, ANSWER_MS) : Promise.reject(new Error('No process'));
  }
}

function ended({ process: child }: Worker): Promise<Pick<ProcessEnd, 'code' | 'how'>> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, how: `could not be started: ${error.message}` }));
    child.once('exit', (code: number | null, signal: string | null) =>
      resolve({ code, how: signal ? `was ended by ${signal}` : `ended with code ${code}` }),
    );
  });
}

/** Resolves after the pause, or when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
