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

/** Reasons to make a change of a contract pending. */
export interface ContractGovernance {
  /** Whether any policy may make changes of contracts pending. */
  readonly isGoverned: boolean;
  /** Whether time has decided on a proposal of the contract, which has to be carried out first. */
  readonly isDue: boolean;
}

/** The state of a contract that a write needs to know. */
export interface WrittenContract extends ContractGovernance {
  /** Whether it has a document that it was imported from. */
  readonly isImported: boolean;
}

/** Columns of what `contract_changes_governed` returns: one row. */
const GOVERNANCE = 'governed as "isGoverned", due as "isDue"';

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

  /** The live contract of an asset, other than this one, with what `governance` says of this one, and whether it has a document. */
  async liveContractOf(
    tx: Transaction,
    asset: string,
    otherThan: string,
  ): Promise<WrittenContract & { readonly other?: LiveContract }> {
    const [row] = await query<WrittenContract & (LiveContract | { readonly node: null })>(
      tx,
      `select ${GOVERNANCE}, exists (select from contract_odcs where node = $2) as "isImported", o.node, o.id, o.fqn from contract_changes_governed($2) g left join
         (select e.node::text as node, e.id, e.fqn from contract c join entity e on e.node = c.node
           where c.asset = $1 and c.live and c.node <> $2) o on true`,
      [asset, otherThan || '0'],
    );
    const { isGoverned, isDue, isImported, ...other } = row!;
    return { isGoverned, isDue, isImported, ...(other.node !== null && { other }) };
  }

  /** Owners by whom rights on an entity are judged. @param node of it */
  async ownerIds(tx: Transaction, node: string): Promise<readonly string[]> {
    const [row] = await query<{ ids: readonly string[] }>(tx, 'select owner_ids($1) as ids', [node]);
    return row!.ids;
  }

  /** The FQN of the first of some test cases that has SQL of its own. */
  async testWithOwnSql(tx: Transaction, ids: readonly string[]): Promise<string | undefined> {
    const [row] = await query<{ fqn: string }>(
      tx,
      `select t.fqn from entity t
         join entity_reference r on r.from_node = t.node and r.relation = 'testDefinition' join entity d on d.node = r.to_node
        where t.id = any($1::uuid[]) and (d.name = 'tableCustomSQLQuery' or d.name like 'odcs\\_sql\\_%') order by t.fqn limit 1`,
      [ids],
    );
    return row?.fqn;
  }

  /** Governance of a contract that changes. Until the transaction ends no policy is set or removed. */
  async governance(tx: Transaction, node: string): Promise<ContractGovernance> {
    const text = `select ${GOVERNANCE} from contract_changes_governed($1)`;
    const [governance] = await query<ContractGovernance & object>(tx, text, [node]);
    return governance!;
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
    await query(tx, `update contract set live = $2, gone_at = case when not $2 then gone_at end where node = any($1)`, [
      nodes,
      live,
    ]);
  }
}
