import { PeriodicTask } from '@app/common';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';

/** Sums are kept by quarters of an hour, in ms: no day of a zone begins between two. */
export const QUARTER_MS = 900_000;
/** SQL of what a transition `t` changes of the numbers of contracts that pass and that fail, as the trigger sum_up_transitions has it. */
export const PASSING_CHANGE = '(t.passes::int - (not t.passes and not t.is_first)::int)';
export const FAILING_CHANGE = '((not t.passes)::int - (t.passes and not t.is_first)::int)';

const ROUND_MS = 60_000;
/** Rows folded per statement. */
const BLOCK = 10_000;

// Of two that fold at once each takes other rows. Sums change in one order, so that they do not wait for each other in a circle.
const FOLD = `
  with taken as (
    delete from verdict_delta d where d.id = any(array(select id from verdict_delta order by id limit ${BLOCK} for update skip locked))
    returning d.root, d.quarter, d.passing, d.failing),
  folded as (
    insert into verdict_sum as s (root, quarter, passing, failing)
    select root, quarter, sum(passing), sum(failing) from taken group by 1, 2 order by 1, 2
    on conflict (root, quarter) do update set passing = s.passing + excluded.passing, failing = s.failing + excluded.failing)
  select count(*)::int as n from taken`;

const REMOVE_NOTHING = 'delete from verdict_sum where passing = 0 and failing = 0';

/** Folds what writers add to the sums of verdicts, so that a read of these has few rows. */
@Injectable()
export class VerdictSums {
  readonly task = new PeriodicTask(() => this.fold(), {
    restMs: ROUND_MS,
    restFirst: true,
    log: new Logger(VerdictSums.name),
    failing: 'sums of verdicts are read from more rows',
    recovered: 'sums of verdicts are folded again',
  });

  constructor(private readonly database: Database) {}

  /** @returns whether there may be more */
  async fold(): Promise<boolean> {
    const [found] = await this.database.query<{ n: number }>(FOLD);
    if (found!.n > 0) await this.database.query(REMOVE_NOTHING);
    return found!.n === BLOCK;
  }
}
