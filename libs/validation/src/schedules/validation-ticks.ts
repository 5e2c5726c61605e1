import { groupBy } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Database, query, type Transaction } from '@app/database';
import { MOST_WAITING, type ScheduledKind, type Tick } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../readings/evidence';
import { RunRepository } from '../runs/request/run.repository';
import { RunDispatcher } from '../runs/run-dispatcher';

/** The kind of schedules of contracts. */
export const VALIDATION = 'validation';

/** Requests validation runs for ticks. One of a contract that is deleted, upcoming or has ended makes no run. */
@Injectable()
export class ValidationTicks implements ScheduledKind {
  readonly name = VALIDATION;

  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
    private readonly dispatcher: RunDispatcher,
  ) {}

  async isFull(): Promise<boolean> {
    const [row] = await this.database.read<{ waiting: number }>(WAITING, [MOST_WAITING]);
    return row!.waiting >= MOST_WAITING;
  }

  async request(tx: Transaction, ticks: readonly Tick[]): Promise<void> {
    const rows = await query<{ node: string }>(tx, TO_RUN, [ticks.map(({ target }) => target)]);
    const toRun = new Set(rows.map(({ node }) => node));
    const wanted = ticks.filter(({ target }) => toRun.has(target));
    for (const [evidence, some] of groupBy(wanted, ({ request }) => (request.evidence ?? 'auto') as Evidence)) {
      const contracts = some.map(({ target, updatedBy }) => ({ contract: target, requestedBy: updatedBy }));
      await this.runs.request(tx, contracts, { trigger: 'schedule', lane: 'batch', evidence });
    }
  }

  requested(): Promise<void> {
    return this.dispatcher.wake('batch');
  }
}

const TO_RUN = `
  select c.node::text from contract c where c.node = any($1::bigint[]) and c.live and ${isCurrent('c')}`;

const WAITING = {
  name: 'runs-nobody-waits-for',
  text: `select count(*)::int as waiting from (
           select 1 from validation_run where state = 'Queued' and lane = 'batch' limit $1) w`,
};
