import { Visibility } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { zoneOf } from '@app/contracts';
import { BoundValues, Database, LargeReads } from '@app/database';
import { domainsOf, visibleOnly } from '@app/validation';
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
    const { values, bind } = new BoundValues();
    const sight = visibleOnly(this.visibility, actor, bind)?.one ?? 'true';
    const seen = `e.type = 'domain' and e.deleted_by is null and ${sight}`;
    const of = `select c.node, c.asset from contract c join contract_objective k on k.contract = c.node join entity e on e.node = c.node`;
    // One asset after the other, each with its live contract: of what lies inside the planner knows nothing, and would read all objectives.
    const meant = `select f.* from inside i cross join lateral (${of} where c.asset = i.node and c.live and ${sight} limit 1) f`;
    const found = domain === undefined ? `${of} where c.live and ${sight}` : meant;
    const text = `
      with recursive ${domain === undefined ? '' : insideOf(bind(domain), seen)}
      held as (select f.node, ${domainsOf('f.asset')} as groups from (${found}) f)
      select h.node::text, array(select e.fqn from entity e where e.node = any(h.groups) and ${seen} order by e.fqn) as domains
        from held h ${domain === undefined ? '' : 'where h.groups && array(select node from meant)'} order by h.node`;
    return this.database.query<Place & object>(text, values);
  }
}

/** The domain of an FQN, as `meant`, and `inside`: what has it and all below that, some of which may show a nearer one. @param fqn SQL @param seen condition on `e` */
const insideOf = (fqn: string, seen: string): string => `
      meant (node) as (select e.node from entity e where ${seen} and md5(e.fqn)::uuid = md5(${fqn})::uuid and e.fqn = ${fqn}),
      inside (node) as (
        select r.from_node from meant d join entity_reference r on r.to_node = d.node and r.relation = 'domains' union
        select a.node from inside i join entity a on a.parent = i.node),`;

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
