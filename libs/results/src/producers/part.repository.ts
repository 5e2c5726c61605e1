import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SERVICE, WHOLE } from './producer-name';
import { PART_MS, type ProducerPart } from './producer-part';

/** A part as it is known of a contract. */
export interface KnownPart extends ProducerPart {
  /** Whether it counts now: not ended, and lasting or not older than seven days. */
  readonly isLive: boolean;
  /** Timestamp of the result of its push, in epoch ms. */
  readonly placedAt: number;
  /** Timestamp of the newest result that was written since it changed the sum, in epoch ms. */
  readonly summedAt: number;
  /** Whether its content is that of a run or a push of the whole contract, and not stored with the part yet. */
  readonly isFound: boolean;
}

/** The parts of a contract, and the time of the database in epoch ms. */
export interface KnownParts {
  readonly now: number;
  readonly parts: readonly KnownPart[];
}

/** Query for the timestamp of a result: the first free millisecond from `timestamp` on, or that of the same push. */
export interface PartQuery {
  readonly contract: string;
  readonly timestamp: number;
  readonly producer: string;
}

/** A stored result that adds up parts, or one of the whole contract. */
export interface SumRow {
  readonly timestamp: number;
  readonly origin: 'run' | 'pushed';
  /** Whose push it is of; null for a push of the whole contract. */
  readonly producer: string | null;
}

export type PartToKeep = ProducerPart & Pick<KnownPart, 'placedAt' | 'summedAt'> & { readonly contract: string };

/** Parts of contracts. Each call stands below the lock of the contracts. */
@Injectable()
export class PartRepository {
  /** By the nodes of the contracts; each of them is there. */
  async known(tx: Transaction, contracts: readonly string[]): Promise<ReadonlyMap<string, KnownParts>> {
    const rows = await query<KnownRow>(tx, KNOWN, [contracts]);
    const known = new Map<string, { now: number; parts: KnownPart[] }>();
    for (const { contract, now, producer, ...row } of rows) {
      let of = known.get(contract);
      if (!of) known.set(contract, (of = { now, parts: [] }));
      if (producer !== null) of.parts.push({ ...row, producer });
    }
    return known;
  }

  async places(tx: Transaction, asked: readonly PartQuery[]): Promise<number[]> {
    const labels = asked.map(({ producer, timestamp }) =>
      JSON.stringify({ producer, details: { parts: [{ producer, timestamp }] } }),
    );
    const values = [asked.map(({ contract }) => contract), asked.map(({ timestamp }) => timestamp), labels];
    const rows = await query<{ place: number }>(tx, PLACES, values);
    return rows.map(({ place }) => place);
  }

  /** The newest result at one of these times, if it is newer than `after`. */
  async newestAt(
    tx: Transaction,
    contract: string,
    times: readonly number[],
    after: number,
  ): Promise<SumRow | undefined> {
    return (await query<SumRow>(tx, NEWEST_AT, [contract, times, after]))[0];
  }

  /** Stores parts in place of those of the same producers, unless these are newer. */
  async keep(tx: Transaction, parts: readonly PartToKeep[], isEnded = false): Promise<void> {
    if (parts.length === 0) return;
    await query(tx, KEEP, [
      parts.map(({ contract }) => contract),
      parts.map(({ producer }) => producer),
      parts.map(({ timestamp }) => timestamp),
      parts.map(({ status }) => status),
      parts.map(({ body }) => JSON.stringify(body)),
      parts.map(({ details }) => JSON.stringify(details)),
      parts.map(({ placedAt }) => placedAt),
      parts.map(({ summedAt }) => summedAt),
      isEnded,
      parts.map(({ isLasting }) => isLasting),
    ]);
  }

  /** Ends the parts whose results were at these times, in epoch ms; both ends are included. */
  async endPlaced(tx: Transaction, contract: string, from: number, to: number): Promise<void> {
    await query(tx, END_PLACED, [contract, from, to]);
  }
}

interface KnownRow extends Omit<KnownPart, 'producer'> {
  readonly contract: string;
  readonly now: number;
  /** Null where the contract has no part; then nothing else of one is there. */
  readonly producer: string | null;
}

/** Statuses that say whether a contract is met. */
const IS_VERDICT = `status in ('Success', 'PartialSuccess', 'Failed')`;
const IS_WHOLE = `origin = 'pushed' and not r.details ? 'producer'`;

// A contract without parts has its newest run as one, and its newest push without a producer where that is newer: both are stored as parts from
// the first push of a producer on. From then on push_results stores a push of the whole contract as a part without content, which is read here.
const KNOWN = `
  with n as materialized (
    select contract, ${NOW_MS} as now from unnest($1::bigint[]) asked (contract) group by contract),
  stored as (
    select p.contract, p.producer, p.timestamp, p.status, coalesce(r.body, p.body) as body,
           coalesce(r.details -> 'details', p.details) as details, p.placed_at, p.summed_at, p.ended, p.lasting, r.id is not null as found
      from n join contract_part p on p.contract = n.contract
      left join contract_result r
        on p.producer = '${WHOLE}' and p.body = '{}' and not p.ended and r.contract = p.contract and r.timestamp = p.placed_at and r.${IS_WHOLE}),
  run as (
    select n.contract, r.timestamp, r.status, r.body, r.details
      from n cross join lateral (
        select * from contract_result r
         where r.contract = n.contract and r.origin = 'run' and r.${IS_VERDICT} order by r.timestamp desc limit 1) r
     where not exists (select from contract_part p where p.contract = n.contract)),
  pushed as (
    select n.contract, r.timestamp, r.status, r.body, r.details
      from n left join run on run.contract = n.contract
     cross join lateral (
        select * from contract_result r
         where r.contract = n.contract and r.timestamp > coalesce(run.timestamp, -1) and r.${IS_WHOLE} and r.${IS_VERDICT}
         order by r.timestamp desc limit 1) r
     where not exists (select from contract_part p where p.contract = n.contract)),
  found as (
    select f.contract, f.producer, f.timestamp, f.status, f.body, coalesce(f.details -> 'details', '{}') as details,
           f.timestamp as placed_at, f.timestamp as summed_at, false as ended, true as lasting, true as found
      from (select *, '${SERVICE}'::text as producer from run union all select *, '${WHOLE}' from pushed) f)
  select n.contract::text, n.now::float8, k.producer, k.timestamp::float8, k.status, k.body, k.details, k.placed_at::float8 as "placedAt",
         k.summed_at::float8 as "summedAt", not k.ended and (k.lasting or k.timestamp > n.now - ${PART_MS}) as "isLive",
         k.lasting as "isLasting", k.found as "isFound"
    from n left join (select * from stored union all select * from found) k on k.contract = n.contract
   order by n.contract, k.producer`;

const isOwn = (place: string): string => `coalesce((
        select r.origin = 'pushed' and r.details @> s.label from contract_result r
         where r.contract = s.contract and r.timestamp = ${place}), true)`;

const PLACES = `
  select (with recursive place (at, ends) as (
            select s.timestamp, ${isOwn('s.timestamp')}
            union all
            select at + 1, ${isOwn('at + 1')} from place where not ends)
          select max(at) from place)::float8 as place
    from unnest($1::bigint[], $2::bigint[], $3::jsonb[]) with ordinality s (contract, timestamp, label, n) order by s.n`;

const NEWEST_AT = `
  select r.timestamp::float8, r.origin, r.details ->> 'producer' as producer from contract_result r
   where r.contract = $1 and r.timestamp = any($2::bigint[]) and r.timestamp > $3 order by r.timestamp desc limit 1`;

const KEEP = `
  insert into contract_part as p (contract, producer, timestamp, status, body, details, placed_at, summed_at, lasting, ended)
  select s.*, $9::boolean
    from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::jsonb[], $6::jsonb[], $7::bigint[], $8::bigint[], $10::boolean[]) s
  on conflict (contract, producer) do update
    set timestamp = excluded.timestamp, status = excluded.status, body = excluded.body, details = excluded.details,
        placed_at = excluded.placed_at, summed_at = excluded.summed_at, ended = excluded.ended, lasting = excluded.lasting
  where p.timestamp <= excluded.timestamp`;

const END_PLACED = `
  update contract_part set ended = true where contract = $1 and placed_at between $2 and $3 and not ended`;
