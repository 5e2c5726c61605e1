import { Visibility } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { zoneOf } from '@app/contracts';
import { Database, LargeReads } from '@app/database';
import { assetDomains, visibleOnly, type Bind } from '@app/validation';
import { Injectable } from '@nestjs/common';
import { ZoneDays } from '../attainment/zone-days';
import type { Objective } from '../document/objective';
import { ObjectiveRepository } from '../document/objective.repository';
import { AttainmentReader, type JudgedContract } from '../evidence/attainment-reader';
import { reportRow, sortedRows, type ReportRow } from './report-rows';

export interface ReportQuery {
  /** `2026-03`. */
  readonly month: string;
  /** FQN: contracts of assets that show it. */
  readonly domain?: string;
  /** Zone of the month and of its days, in place of that of each objective. */
  readonly timezone?: string;
}

/** A contract with objectives, and the domains that its asset shows, as far as the actor may see them. */
interface Place {
  readonly node: string;
  readonly domains: readonly string[];
}

/** Contracts whose evidence is read at once. */
const BLOCK = 200;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Reports what all objectives came to in a month of the calendar. */
@Injectable()
export class MonthReport {
  constructor(
    private readonly database: Database,
    private readonly repository: ObjectiveRepository,
    private readonly attainments: AttainmentReader,
    private readonly visibility: Visibility,
    private readonly large: LargeReads,
  ) {}

  /**
   * A row for each objective that the actor may see: at the end of the month, or now where it goes on. One whose month has not begun in
   * its zone has none.
   *
   * @throws {AppError} BAD_REQUEST for an invalid month or zone
   */
  async rows(actor: Actor, query: ReportQuery): Promise<ReportRow[]> {
    const month = monthOf(query);
    const now = await this.repository.now();
    return this.large.read(true, async () => {
      const rows: ReportRow[] = [];
      const places = await this.places(actor, query.domain);
      for (let from = 0; from < places.length; from += BLOCK)
        rows.push(...(await this.block(places.slice(from, from + BLOCK), month, now)));
      return sortedRows(rows);
    });
  }

  private async block(places: readonly Place[], month: Month, now: number): Promise<ReportRow[]> {
    const domains = new Map(places.map((place) => [place.node, place.domains]));
    const contracts = await this.repository.ofNodes([...domains.keys()]);
    const judged = contracts.map((contract): JudgedContract => ({
      ...contract,
      objectives: contract.objectives.flatMap((objective) => inMonth(objective, month, now)),
    }));
    const attained = await this.attainments.of(judged);
    return contracts.flatMap(({ node, fqn }, at) =>
      attained[at]!.map((one) => reportRow(domains.get(node)!, fqn, one)),
    );
  }

  private places(actor: Actor, domain: string | undefined): Promise<Place[]> {
    const values: unknown[] = [];
    const bound: Bind = (value) => `$${values.push(value)}`;
    const sight = visibleOnly(this.visibility, actor, bound)?.one ?? 'true';
    const { places, joins, groups } = assetDomains(bound);
    const seen = `e.type = 'domain' and e.deleted_by is null and ${sight}`;
    const text = `
      with recursive ${places},
      held as (
        select c.node, ${groups} as groups
          from contract_objective k join contract c on c.node = k.contract join entity e on e.node = c.node
          join entity m on m.node = c.asset ${joins}
         where c.live and ${sight})
      select h.node::text, array(select e.fqn from entity e where e.node = any(h.groups) and ${seen} order by e.fqn) as domains
        from held h
       where ${domain === undefined ? 'true' : `h.groups && array(select e.node from entity e where ${seen} and e.fqn = ${bound(domain)})`}
       order by h.node`;
    return this.database.query<Place & object>(text, values);
  }
}

interface Month {
  readonly year: number;
  readonly month: number;
  readonly timezone?: string;
}

function monthOf({ month, timezone }: ReportQuery): Month {
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined || Number(year) < 1970) {
    const message = `must be a month from 1970-01 on such as 2026-03; got ${JSON.stringify(month)}`;
    throw invalidFields([{ field: 'month', message }]);
  }
  const zone = timezone === undefined ? undefined : zoneOf(timezone);
  if (timezone !== undefined && !zone)
    throw invalidFields([{ field: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' }]);
  return { year: Number(year), month: Number(number), ...(zone && { timezone: zone.name }) };
}

/** The objective over the month: without alerts, which a report does not show. */
function inMonth(objective: Objective, { year, month, timezone = objective.timezone }: Month, now: number) {
  const days = new ZoneDays(timezone);
  const start = days.month(year, month);
  if (start >= now) return [];
  const ofMonth: Objective = { ...objective, timezone, window: { calendar: 'month' }, alerts: [] };
  return [{ objective: ofMonth, at: Math.min(days.monthAfter(start), now) }];
}
