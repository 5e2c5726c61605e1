import { isUuid, KeysetPages, type Actor, type PageNeighbours } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery } from '@app/database';
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
    const conditions = filterOf(filter);
    const seen = this.sight.condition(actor, conditions.bind);
    if (seen !== undefined) conditions.add(seen);
    const { rows, paging } = await RUNS.counted(this.database, conditions, { page, limit });
    return { data: await this.runs.shownAll(actor, rows), paging };
  }
}

const RUNS = new KeysetQuery<DataRunRow & object>({
  select: `select ${RUN_COLUMNS} from data_run r`,
  from: 'from data_run r',
  order: new KeysetOrder<DataRunRow>(
    { sql: 'r.timestamp', type: 'bigint', key: ({ timestamp }) => timestamp },
    { sql: 'r.id', type: 'uuid', key: ({ id }) => id },
  ),
  direction: 'desc',
});

function filterOf({ service, asset, kind, status, startTs, endTs }: Omit<DataRunQuery, 'limit'>): Conditions {
  const nodeOf = (key: string, bound: string, isService: boolean): string =>
    `(select e.node from entity e where ${
      isUuid(key) ? `e.id = ${bound}::uuid` : `md5(e.fqn)::uuid = md5(${bound})::uuid`
    } and e.type ${isService ? '=' : '<>'} 'databaseService' limit 1)`;
  return Conditions.of()
    .when(service, (bound, key) => `r.service = ${nodeOf(key, bound, true)}`)
    .when(asset, (bound, key) => `r.asset = ${nodeOf(key, bound, false)}`)
    .when(kind, (bound) => `r.kind = ${bound}`)
    .when(status, (bound) => `r.status = ${bound}`)
    .when(startTs, (bound) => `r.timestamp >= ${bound}::bigint`)
    .when(endTs, (bound) => `r.timestamp <= ${bound}::bigint`);
}
