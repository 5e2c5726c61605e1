import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { reference } from '../overview/verdict-list';
import type { ScheduleDocument } from './schedule.repository';

export interface ScheduleListQuery {
  /** The schedule of this contract alone, by its id; also one that is switched off. */
  readonly contract?: string;
  readonly limit?: number;
  readonly after?: string;
}

/** The schedule of a contract, with its next tick. */
export interface ContractSchedule extends ScheduleDocument {
  readonly contract: Reference;
  readonly entity: Reference;
  /** Epoch ms; absent while it is switched off. */
  readonly nextAt?: number;
}

interface Row extends Omit<ContractSchedule, 'nextAt'> {
  readonly node: string;
  readonly nextAt: number | null;
  /** The next tick in epoch microseconds, as it is stored. */
  readonly place: string | null;
}

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
  ): Promise<{ data: ContractSchedule[]; paging: { after?: string } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open(`schedules ${contract ?? ''}`, { after });
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const [at, node] = page.place?.keys ?? [];
    const text = `
      select s.contract::text as node, s.cron, s.timezone, s.enabled,
             floor(extract(epoch from s.next_at) * 1000)::float8 as "nextAt",
             (extract(epoch from s.next_at) * 1000000)::bigint::text as place,
             ${reference('e')} as contract, ${reference('a')} as entity
        from contract_schedule s join contract c on c.node = s.contract
        join entity e on e.node = c.node join entity a on a.node = c.asset
       where c.live and ${contract === undefined ? 's.next_at is not null' : `e.id = ${bound(contract)}::uuid`}
         ${at === undefined ? '' : `and (s.next_at, s.contract) > (${instant(bound(at))}, ${bound(node)}::bigint)`}
         ${condition ? `and ${condition.sql(bound(condition.value))}` : ''}
       order by s.next_at, s.contract limit ${bound(limit + 1)}`;
    const rows = await this.database.query<Row>(text, values);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const paging = rows.length > limit && last?.place ? { after: page.cursor('after', [last.place, last.node]) } : {};
    return { data: shown.map(scheduleOf), paging };
  }
}

/** Exact to the microsecond, which a number of seconds is not. */
const instant = (microseconds: string): string =>
  `(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;

function scheduleOf({ contract, entity, cron, timezone, enabled, nextAt }: Row): ContractSchedule {
  return { contract, entity, cron, timezone, enabled, ...(nextAt !== null && { nextAt }) };
}
