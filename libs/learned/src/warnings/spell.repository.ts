import {
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  query,
  STATEMENT_MS,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Metric } from '../baseline/judge';
import type { SpellChanges } from './spells';

/** A stored anomaly; times in epoch ms. */
export interface SpellRow {
  readonly metric: Metric;
  readonly from: number;
  readonly to: number | null;
  readonly value: number;
  readonly low: number | null;
  readonly high: number;
  readonly score: number;
  /** The feedback of a user on its first point. */
  readonly verdict: string | null;
}

/** A contract that is to be looked at, by its node. */
export interface WatchRow {
  readonly contract: string;
  readonly lookedAt: number | null;
  readonly freshness: number | null;
  readonly volume: number | null;
}

const WARNS = `p.learned ->> 'freshness' = 'warn' or p.learned ->> 'volume' = 'warn'`;

/**
 * From policies that warn down to the contracts that they may concern, so that a look costs what those come to: which policy a contract is
 * governed by, the look itself asks. Beside them, contracts that have something open of a policy which is gone. Each is looked up by itself
 * (limit 1, offset 0): a join would be planned by what recursions are thought to find, and read all contracts and entities.
 */
const DUE: PreparedStatement = {
  name: 'learned-due',
  text: `
  with recursive scopes (node) as materialized (select p.scope from contract_policy p where ${WARNS}),
  domains (node) as (
    select node from scopes union
    select d.node from domains x join entity d on d.parent = x.node and d.type = 'domain'),
  concerned (node) as (
    select node from scopes union
    select r.from_node from domains d join entity_reference r on r.to_node = d.node and r.relation in ('domains', 'dataProducts') union
    select u.node from scopes s join entity t on t.node = s.node and t.type = 'tag'
      join tag_usage u on md5(u.tag_fqn)::uuid = md5(t.fqn)::uuid and u.tag_fqn = t.fqn union
    select e.node from concerned l cross join lateral (select e.node from entity e where e.parent = l.node offset 0) e),
  contracts (node) as (
    select c.node from concerned l cross join lateral (select c.node from contract c where c.asset = l.node and c.live limit 1) c union
    select node from concerned union
    select c.node from contract c where c.live and exists (select from scopes where node is null) union
    select w.contract from learned_watch w where w.freshness_to is not null or w.volume_to is not null union
    select s.contract from learned_spell s where s.to_at is null)
  select c.node::text as contract, w.looked_at::float8 as "lookedAt", w.freshness_to::float8 as freshness, w.volume_to::float8 as volume
    from contracts g cross join lateral (select c.node from contract c where c.node = g.node and c.live limit 1) c
    left join lateral (select * from learned_watch w where w.contract = c.node limit 1) w on true
   where exists (select from scopes) and coalesce(w.looked_at < ${STATEMENT_MS} - $1::bigint, true)
   order by w.looked_at nulls first, c.node limit $2`,
};

// It is its own lock: a concurrent check of the contract since it was found due finds another time here.
const LOOK = `
  insert into learned_watch as w (contract, looked_at, freshness_to, volume_to) values ($1, ${NOW_MS}, $3, $4)
  on conflict (contract) do update
     set looked_at = excluded.looked_at, freshness_to = excluded.freshness_to, volume_to = excluded.volume_to
   where w.looked_at = $2::bigint
  returning 1`;

const OPEN: PreparedStatement = {
  name: 'learned-open-spells',
  text: `select metric, from_at::float8 as "from" from learned_spell where contract = $1 and to_at is null`,
};

const BEGIN = `
  insert into learned_spell (contract, metric, from_at, to_at, value, low, high, score)
  select $1, $2, s.* from unnest($3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[]) s
  on conflict (contract, metric, from_at) do nothing returning from_at::float8 as "from"`;

const END = `
  update learned_spell l set to_at = s.to_at from unnest($3::bigint[], $4::bigint[]) s (from_at, to_at)
   where l.contract = $1 and l.metric = $2 and l.from_at = s.from_at`;

const SPELLS = new KeysetQuery<SpellRow & object>({
  select: `
    select s.metric, s.from_at::float8 as "from", s.to_at::float8 as "to", s.value, s.low, s.high, s.score, f.verdict
      from learned_spell s left join learned_feedback f on f.contract = s.contract and f.metric = s.metric and f.timestamp = s.from_at`,
  from: 'from learned_spell s',
  order: new KeysetOrder<SpellRow>(
    { sql: 's.from_at', type: 'bigint', key: ({ from }) => from },
    { sql: 's.metric', type: 'text', key: ({ metric }) => metric },
  ),
  direction: 'desc',
  prepared: 'learned-spells',
});

/** Statements about anomalies. */
@Injectable()
export class SpellRepository {
  constructor(private readonly database: Database) {}

  /** Live contracts that were not looked at for so long, in ms, where some policy warns. */
  due(rest: number, most: number): Promise<WatchRow[]> {
    return this.database.read<WatchRow & object>(DUE, [rest, most]);
  }

  /** The first points of open anomalies, by metric. */
  async open(contract: string): Promise<Partial<Record<Metric, number>>> {
    const rows = await this.database.read<{ metric: Metric; from: number }>(OPEN, [contract]);
    return Object.fromEntries(rows.map(({ metric, from }) => [metric, from]));
  }

  /** Notes how far a contract was looked at. @returns false where another worker has done so meanwhile */
  async look(tx: Transaction, { contract, lookedAt, freshness, volume }: WatchRow): Promise<boolean> {
    return (await query(tx, LOOK, [contract, lookedAt, freshness, volume])).length > 0;
  }

  /** @returns the first points of the new anomalies */
  async change(tx: Transaction, contract: string, metric: Metric, { begun, ended }: SpellChanges): Promise<number[]> {
    // First, since at most one anomaly is open; those that begin and end at once are stored with their end.
    if (ended.length)
      await query(tx, END, [contract, metric, ended.map(({ from }) => from), ended.map(({ to }) => to)]);
    if (begun.length === 0) return [];
    const ends = new Map(ended.map(({ from, to }) => [from, to]));
    const rows = await query<{ from: number }>(tx, BEGIN, [
      ...[contract, metric, begun.map(({ from }) => from), begun.map(({ from }) => ends.get(from) ?? null)],
      ...[begun.map(({ value }) => value), begun.map(({ low }) => low ?? null)],
      ...[begun.map(({ high }) => high), begun.map(({ score }) => score)],
    ]);
    return rows.map(({ from }) => from);
  }

  /** The newest first. @param contract its node */
  page(contract: string, metric: Metric | undefined, request: KeysetRequest): Promise<CountedRows<SpellRow>> {
    const filter = Conditions.of()
      .when(contract, (bound) => `s.contract = ${bound}`)
      .when(metric, (bound) => `s.metric = ${bound}`);
    return SPELLS.counted(this.database, filter, request);
  }
}
