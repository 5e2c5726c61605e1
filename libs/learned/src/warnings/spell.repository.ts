import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Metric } from '../baseline/judge';
import type { SpellChanges } from './spells';

/** A spell as it is stored; times in epoch ms. */
export interface SpellRow {
  readonly metric: Metric;
  readonly from: number;
  readonly to: number | null;
  readonly value: number;
  readonly low: number | null;
  readonly high: number;
  readonly score: number;
  /** The word of somebody on its first point. */
  readonly verdict: string | null;
}

/** A contract that is to be looked at, by its node. */
export interface WatchRow {
  readonly contract: string;
  readonly lookedAt: number | null;
  readonly freshness: number | null;
  readonly volume: number | null;
}

/** A part of the spells of a contract. */
export interface SpellPart {
  readonly contract: string;
  readonly metric?: Metric;
  /** Begin and metric of the spell next to it. */
  readonly place?: readonly [number, string];
  readonly isBackward: boolean;
  readonly limit: number;
}

const WARNS = `p.learned ->> 'freshness' = 'warn' or p.learned ->> 'volume' = 'warn'`;

const DUE: PreparedStatement = {
  name: 'learned-due',
  text: `
  select c.node::text as contract, w.looked_at::float8 as "lookedAt", w.freshness_to::float8 as freshness, w.volume_to::float8 as volume
    from contract c left join learned_watch w on w.contract = c.node
   where exists (select from contract_policy p where ${WARNS}) and c.live and coalesce(w.looked_at < ${NOW_MS} - $1::bigint, true)
   order by w.looked_at nulls first, c.node limit $2`,
};

// It is its own lock: whoever looked at the contract since it was found due finds another time here.
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

const LISTED = `s.contract = $1 and coalesce(s.metric = $2, true)`;
const COUNT: PreparedStatement = {
  name: 'learned-spell-count',
  text: `select count(*)::int as n from learned_spell s where ${LISTED}`,
};

const page = (sign: '<' | '>', way: 'asc' | 'desc'): PreparedStatement => ({
  name: `learned-spells-${way}`,
  text: `
  select s.metric, s.from_at::float8 as "from", s.to_at::float8 as "to", s.value, s.low, s.high, s.score, f.verdict
    from learned_spell s left join learned_feedback f on f.contract = s.contract and f.metric = s.metric and f.timestamp = s.from_at
   where ${LISTED} and ($3::bigint is null or (s.from_at, s.metric) ${sign} ($3::bigint, $4::text))
   order by s.from_at ${way}, s.metric ${way} limit $5`,
});
const OLDER = page('<', 'desc');
const NEWER = page('>', 'asc');

/** Statements about spells of what is unusual. */
@Injectable()
export class SpellRepository {
  constructor(private readonly database: Database) {}

  /** Live contracts that were not looked at for so long, in ms, where some policy warns. */
  due(rest: number, most: number): Promise<WatchRow[]> {
    return this.database.read<WatchRow & object>(DUE, [rest, most]);
  }

  /** The first points of the spells that go on, by metric. */
  async open(contract: string): Promise<Partial<Record<Metric, number>>> {
    const rows = await this.database.read<{ metric: Metric; from: number }>(OPEN, [contract]);
    return Object.fromEntries(rows.map(({ metric, from }) => [metric, from]));
  }

  /** Notes how far a contract was looked at. @returns false where another worker has done so meanwhile */
  async look(tx: Transaction, { contract, lookedAt, freshness, volume }: WatchRow): Promise<boolean> {
    return (await query(tx, LOOK, [contract, lookedAt, freshness, volume])).length > 0;
  }

  /** @returns the first points of the spells that are new */
  async change(tx: Transaction, contract: string, metric: Metric, { begun, ended }: SpellChanges): Promise<number[]> {
    // First, since one spell goes on at most; those that begin and end at once are stored with their end.
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

  /** In reading order. */
  page({ contract, metric, place, isBackward, limit }: SpellPart): Promise<SpellRow[]> {
    const [from = null, of = null] = place ?? [];
    const values = [contract, metric ?? null, from, of, limit];
    return this.database.read<SpellRow & object>(isBackward ? NEWER : OLDER, values);
  }

  async count(contract: string, metric: Metric | undefined): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(COUNT, [contract, metric ?? null]);
    return row?.n ?? 0;
  }
}
