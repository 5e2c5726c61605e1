import { isUuid, KeysetPages, type Actor, type PageNeighbours } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RUN_COLUMNS, type DataRunKind, type DataRunRow, type DataRunStatus } from '../data-run';
import { DataRunSight } from './data-run-sight';
import { DataRunService } from './data-run.service';

export interface DataRunQuery {
  /** By id or FQN. */
  readonly service?: string;
  readonly asset?: string;
  readonly kind?: DataRunKind;
  readonly status?: DataRunStatus;
  /** Epoch ms of when runs were asked for, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

export interface DataRunPage {
  readonly data: readonly object[];
  readonly paging: PageNeighbours & { readonly total: number };
}

/** Lists runs, the newest first, as far as the actor may see them. */
@Injectable()
export class DataRunList {
  constructor(
    private readonly database: Database,
    private readonly runs: DataRunService,
    private readonly sight: DataRunSight,
    private readonly pages: KeysetPages,
  ) {}

  /** @throws {AppError} BAD_REQUEST for a cursor of another list */
  async page(actor: Actor, query: DataRunQuery): Promise<DataRunPage> {
    const { limit, before, after, ...filter } = query;
    const page = this.pages.open(`dataRuns ${JSON.stringify(filter)}`, { before, after });
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const conditions = [...filters(filter, bound), ...this.seen(actor, values)];
    const where = conditions.length ? `where ${conditions.join(' and ')}` : '';
    const [total] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from data_run r ${where}`,
      [...values],
    );
    const [order, next] = page.isBackward ? ['asc', '>'] : ['desc', '<'];
    const [at, id] = page.place?.keys ?? [];
    const from = page.place ? `(r.timestamp, r.id) ${next} (${bound(at)}::bigint, ${bound(id)}::uuid)` : undefined;
    const whole = [...conditions, ...(from === undefined ? [] : [from])];
    const rows = await this.database.query<DataRunRow & object>(
      `select ${RUN_COLUMNS} from data_run r ${whole.length ? `where ${whole.join(' and ')}` : ''}
        order by r.timestamp ${order}, r.id ${order} limit ${bound(limit + 1)}`,
      values,
    );
    const shown = page.rows(rows, limit);
    const neighbours = page.neighbours(shown, rows.length > limit, (run) => [run.timestamp, run.id]);
    return { data: await this.runs.shownAll(actor, shown), paging: { total: total!.total, ...neighbours } };
  }

  private seen(actor: Actor, values: unknown[]): string[] {
    const condition = this.sight.condition(actor, values.length + 1);
    if (!condition) return [];
    values.push(...condition.values);
    return [condition.sql];
  }
}

function filters(
  { service, asset, kind, status, startTs, endTs }: Omit<DataRunQuery, 'limit'>,
  bound: (value: unknown) => string,
): string[] {
  const of = (column: string, key: string): string =>
    `${column} = (select e.node from entity e where ${
      isUuid(key) ? `e.id = ${bound(key)}::uuid` : `md5(e.fqn)::uuid = md5(${bound(key)})::uuid`
    } and e.type ${column === 'r.service' ? '=' : '<>'} 'databaseService' limit 1)`;
  return [
    ...(service === undefined ? [] : [of('r.service', service)]),
    ...(asset === undefined ? [] : [of('r.asset', asset)]),
    ...(kind === undefined ? [] : [`r.kind = ${bound(kind)}`]),
    ...(status === undefined ? [] : [`r.status = ${bound(status)}`]),
    ...(startTs === undefined ? [] : [`r.timestamp >= ${bound(startTs)}::bigint`]),
    ...(endTs === undefined ? [] : [`r.timestamp <= ${bound(endTs)}::bigint`]),
  ];
}
