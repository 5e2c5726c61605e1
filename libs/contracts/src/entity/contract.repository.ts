import { type Transaction, query } from '@app/database';
import { Injectable } from '@nestjs/common';

export interface ContractRow {
  readonly node: string;
  readonly asset: string;
  readonly status: string;
  /** `extension.resultRetention`, or null. */
  readonly retention: string | null;
  /** `effectiveFrom` and `effectiveUntil` in epoch ms, or null. */
  readonly from: number | null;
  readonly until: number | null;
}

export interface LiveContract {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
}

/** The denormalised columns of a contract's row. */
@Injectable()
export class ContractRepository {
  async write(tx: Transaction, { node, asset, status, retention, from, until }: ContractRow): Promise<void> {
    await query(
      tx,
      `insert into contract (node, asset, status, live, retention, effective_from, effective_until) values ($1, $2, $3, true, $4, $5, $6)
       on conflict (node) do update
          set asset = excluded.asset, status = excluded.status, retention = excluded.retention,
              effective_from = excluded.effective_from, effective_until = excluded.effective_until`,
      [node, asset, status, retention, from, until],
    );
  }

  /** The live contract of an asset, other than this one. */
  async liveContractOf(tx: Transaction, asset: string, otherThan: string): Promise<LiveContract | undefined> {
    const [row] = await query<LiveContract>(
      tx,
      `select e.node::text as node, e.id, e.fqn from contract c join entity e on e.node = c.node where c.asset = $1 and c.live and c.node <> $2`,
      [asset, otherThan || '0'],
    );
    return row;
  }

  /**
   * The contracts that follow one by their successors, itself first, at most `most`. Until the transaction ends no other one changes
   * successors, so that two changes cannot make a circle.
   */
  async succession(tx: Transaction, node: string, most: number): Promise<readonly string[]> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('successors of contracts', 0))`);
    const rows = await query<{ node: string }>(
      tx,
      `with recursive chain (node, step) as (
         select $1::bigint, 1 union all
         select r.to_node, c.step + 1 from chain c join entity_reference r on r.from_node = c.node and r.relation = 'successor' where c.step < $2)
       select node::text from chain order by step`,
      [node, most],
    );
    return rows.map((row) => row.node);
  }

  async setLive(tx: Transaction, nodes: readonly string[], live: boolean): Promise<void> {
    await query(tx, `update contract set live = $2 where node = any($1)`, [nodes, live]);
  }
}
