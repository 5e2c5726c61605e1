import type { Actor } from '@app/common';
import { query } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from '../series/series';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import { TargetFinder } from '../target/target-finder';

const TYPE = 'query';

/** The cost of the runs of a query, up to a timestamp (epoch ms). */
export interface SentQueryCost {
  /** Its identity: a record at the same time replaces. */
  readonly timestamp: number;
  /** The cost of one run, on average, in the unit of the source. */
  readonly cost: number;
  /** How many runs. */
  readonly count: number;
  /** The duration of all runs, in the unit of the source. */
  readonly totalDuration: number;
}

const REFERENCE = `jsonb_build_object('id', e.id, 'type', e.type, 'name', e.name, 'fullyQualifiedName', e.fqn)`;

const QUERY_COSTS: Series = {
  table: 'query_cost',
  key: 'query',
  json: `r.body || jsonb_build_object('timestamp', r.timestamp, 'queryReference', ${REFERENCE})`,
};

/** Stores the costs of queries, as ingestion reports them. A query is named by id or FQN. */
@Injectable()
export class QueryCosts {
  constructor(
    private readonly targets: TargetFinder,
    private readonly series: SeriesReader,
  ) {}

  /** Stores a record and gives it back. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async push(actor: Actor, key: string, { timestamp, ...body }: SentQueryCost): Promise<object> {
    const target = await this.targets.find(actor, TYPE, key, 'EditAll');
    const { id, type, fqn, node } = target;
    return this.targets.add(target, async (tx) => {
      await query(tx, PUT, [node, timestamp, JSON.stringify(body)]);
      return { ...body, timestamp, queryReference: { id, type, fullyQualifiedName: fqn } };
    });
  }

  /** A page of the query's records as JSON text, newest first. */
  async list(actor: Actor, key: string, asked: SeriesQuery): Promise<string> {
    const target = await this.targets.find(actor, TYPE, key, 'ViewBasic');
    return this.series.page(QUERY_COSTS, target, asked);
  }
}

const PUT = `
  insert into query_cost (query, timestamp, body) values ($1, $2, $3::jsonb)
      on conflict (query, timestamp) do update set body = excluded.body`;
