import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProposalSettlement } from './proposal-settlement';
import type { ProposalRepository } from './proposal.repository';

/** From one look to the next, in ms. */
const ROUND_MS = 2_000;
/** Contracts of one round. */
const BLOCK = 100;

/** Carries out deadlines that no request came by. Every worker does so; each is carried out once, behind the lock of its contract. */
export class ProposalDeadlines implements BackgroundTask {
  private readonly task: PeriodicTask;

  constructor(
    private readonly proposals: ProposalRepository,
    private readonly settlement: ProposalSettlement,
  ) {
    this.task = new PeriodicTask((signal) => this.round(signal), {
      restMs: ROUND_MS,
      longestRetryMs: 10_000,
      log: new Logger(ProposalDeadlines.name),
      failing: 'deadlines of proposals are not carried out',
      recovered: 'deadlines of proposals are carried out again',
    });
  }

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  start(): void {
    this.task.start();
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** A deadline that comes before the next look is waited for: reads of the contract show it soon after. */
  private async round(signal: AbortSignal): Promise<boolean> {
    const found = await this.proposals.due(BLOCK, ROUND_MS);
    for (const { id, due } of found) if (due) await this.settlement.carryOut(id);
    const next = found.find(({ due }) => !due);
    if (!next) return found.length === BLOCK;
    await delay(next.dueIn, undefined, { signal, ref: false });
    return true;
  }
}
