import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RunDoorbell } from './run-doorbell';
import type { WaitingRun } from './run-doorbell';

const QUEUED = {
  name: 'queued-run-of-contract',
  text: `select result_id::text as "resultId", contract::text, lane from validation_run
          where contract = $1 and state = 'Queued'`,
};

/** The job of the next run may still be about: it found the contract busy and is about to end without having done it. */
const NEXT = '-next';

/** Whoever frees a contract wakes the run that waited behind it. */
@Injectable()
export class NextRuns {
  constructor(
    private readonly database: Database,
    private readonly doorbell: RunDoorbell,
  ) {}

  async ring(contract: string): Promise<void> {
    const [run] = await this.database.read<WaitingRun>(QUEUED, [contract]);
    if (run) await this.wake(run);
  }

  wake(run: WaitingRun): Promise<void> {
    return this.doorbell.ring(run, NEXT);
  }
}
