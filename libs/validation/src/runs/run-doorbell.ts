import { JobProducer } from '@app/queue';
import type { Lane } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { countRunEvent } from './run-metrics';
import { VALIDATE_JOB } from './validate-job';

/** A run that waits for a worker. */
export interface WaitingRun {
  readonly resultId: string;
  readonly contract: string;
  readonly lane: Lane;
}

/** Tells workers that there is something to do. A job that is lost costs time, never a run: the reconciler rings again. */
@Injectable()
export class RunDoorbell {
  private readonly log = new Logger(RunDoorbell.name);

  constructor(private readonly producer: JobProducer) {}

  /** @param suffix where a job under the run's own id may still be about, and would swallow this one */
  async ring({ resultId, contract, lane }: WaitingRun, suffix = ''): Promise<void> {
    try {
      await this.producer.send(VALIDATE_JOB, { resultId, contract }, { id: resultId + suffix, lane });
    } catch (error) {
      countRunEvent('unsent');
      this.log.warn(`run ${resultId} waits for the reconciler: ${(error as Error).message}`);
    }
  }

  /** Many at once: one statement of the queue, not one per run. */
  async ringAll(runs: readonly (WaitingRun & { readonly suffix: string })[]): Promise<void> {
    try {
      await this.producer.sendAll(
        VALIDATE_JOB,
        runs.map(({ resultId, contract, lane, suffix }) => ({
          payload: { resultId, contract },
          id: resultId + suffix,
          lane,
        })),
      );
    } catch (error) {
      countRunEvent('unsent', runs.length);
      this.log.warn(`${runs.length} runs wait for the next round: ${(error as Error).message}`);
    }
  }
}
