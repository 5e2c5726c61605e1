import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery, onlyAfter } from '@app/database';
import type { ScheduleDocument } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import { reference } from '../overview/verdict-list';
import { VALIDATION } from './validation-ticks';

export interface ScheduleListQuery {
  /** The schedule of this contract alone, by its id; also one that is switched off. */
  readonly contract?: string;
  readonly limit?: number;
  readonly after?: string;
}

/** The schedule of a contract, with its next tick. */
export interface ListedSchedule extends ScheduleDocument {
  readonly contract: Reference;
  readonly entity: Reference;
  /** Epoch ms; absent while it is switched off. */
  readonly nextAt?: number;
}

interface Row extends Omit<ListedSchedule, 'nextAt'> {
  readonly node: string;
  readonly nextAt: number | null;
  /** The next tick in epoch microseconds, as it is stored. */
  readonly place: string | null;
}

/** Exact to the microsecond, which a number of seconds is not. */
const instant = (microseconds: string): string =>
  `(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;

const SCHEDULES = new KeysetQuery<Row>({
  select: `
    select s.target::text as node, s.cron, s.timezone, s.enabled,
           floor(extract(epoch from s.next_at) * 1000)::float8 as "nextAt",
           (extract(epoch from s.next_at) * 1000000)::bigint::text as place,
           ${reference('e')} as contract, ${reference('a')} as entity
      from schedule s join contract c on c.node = s.target
      join entity e on e.node = c.node join entity a on a.node = c.asset`,
  order: new KeysetOrder<Row>(
    { sql: 's.next_at', type: instant, key: ({ place }) => place },
    { sql: 's.target', type: 'bigint', key: ({ node }) => node },
  ),
});

/** Contracts that are validated by themselves, by when they are next. One statement for a page, along the index of ticks. */
@Injectable()
export class ScheduleList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  async list(
    actor: Actor,
    { contract, limit = 10, after }: ScheduleListQuery,
  ): Promise<{ data: ListedSchedule[]; paging: { after?: string } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open(`schedules ${contract ?? ''}`, { after });
    const filter = Conditions.of(`s.kind = '${VALIDATION}' and c.live`)
      .when(contract, (bound) => `e.id = ${bound}::uuid`)
      .within(condition);
    // That of one contract is its only one, and may have no next tick.
    if (contract === undefined) filter.add('s.next_at is not null');
    const { rows, neighbours } = await SCHEDULES.page(this.database, filter, { page, limit });
    return { data: rows.map(scheduleOf), paging: onlyAfter(neighbours) };
  }
}

function scheduleOf({ contract, entity, cron, timezone, enabled, nextAt }: Row): ListedSchedule {
  return { contract, entity, cron, timezone, enabled, ...(nextAt !== null && { nextAt }) };
}
