import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Observation } from './observation';

@Injectable()
export class ObservationRepository {
  /** Stores all in one statement; one of the same kind, timestamp and source is replaced. No two of the given may be such. */
  async put(tx: Transaction, node: string, observations: readonly Observation[]): Promise<void> {
    if (observations.length === 0) return;
    await query(tx, PUT, [
      node,
      observations.map(({ kind }) => kind),
      observations.map(({ timestamp }) => timestamp),
      observations.map(({ source }) => source),
      observations.map(({ dataTimestamp }) => dataTimestamp ?? null),
      observations.map(({ available }) => available ?? null),
    ]);
  }

  /** Replaces the observations derived from a piece of evidence by those of its present form. */
  async replaceDerived(
    tx: Transaction,
    node: string,
    source: string,
    observations: readonly Observation[],
  ): Promise<void> {
    await query(tx, `delete from observation where asset = $1 and source = $2 and source like 'catalog:%'`, [
      node,
      source,
    ]);
    await this.put(tx, node, observations);
  }

  /** Whether there was one that followed from that piece of evidence. */
  async removeArrival(tx: Transaction, node: string, source: string): Promise<boolean> {
    const text = `
      delete from observation where asset = $1 and source = $2 and source like 'catalog:%' and kind = 'arrival' returning source`;
    return (await query(tx, text, [node, source])).length > 0;
  }

  /** @param from how the sources begin of those that go @param except the one that stays */
  async removeRefreshes(tx: Transaction, node: string, timestamp: number, from: string, except: string): Promise<void> {
    const text = `
      delete from observation
       where asset = $1 and kind = 'refresh' and timestamp = $2 and starts_with(source, $3) and source <> $4`;
    await query(tx, text, [node, timestamp, from, except]);
  }
}

// In the order of the key, so that two lists that meet in several rows do not wait for each other in a circle.
const PUT = `
  insert into observation (asset, kind, timestamp, source, data_timestamp, available)
  select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::boolean[]) o(kind, at, source, data_at, available)
   order by kind, at, source
  on conflict (asset, kind, timestamp, source)
  do update set data_timestamp = excluded.data_timestamp, available = excluded.available`;
