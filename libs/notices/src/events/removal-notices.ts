import type { Actor } from '@app/common';
import { ContractObservers, type ContractObserver } from '@app/contracts';
import { query, type Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { noticeOfRemoval } from './notice-sources';
import { recordNotices } from '../record/record-notices';

/**
 * Preserves the notice that a contract ended with its asset, if it was soft-deleted with it before and its consumers were notified; of the
 * contracts with consumers that are left, gives those that end now, or ended so a moment ago.
 */
const KEEP = `
  with removed as materialized (
    select e.node, e.deleted_by from entity e where e.node = any($1::bigint[]) and e.node <> $2
       and exists (select from contract_consumer d where d.contract = e.node)),
  notified as (
    select distinct on (n.contract) n.id, n.contract from removed r join contract_notice n on n.contract = r.node
     where r.deleted_by is not null and n.type = 'contractEnded' and n.body ->> 'reason' = 'assetDeleted' order by n.contract, n.at desc, n.id),
  kept as (
    update contract_notice n set contract = null, gone = contract_as_it_was(o.contract) from notified o where n.id = o.id returning o.contract)
  select r.node::text from removed r
   where coalesce(r.deleted_by <> r.node, true) and not exists (select from kept k where k.contract = r.node) order by r.node`;

/**
 * Notifies consumers of contracts that are deleted permanently with their asset, without their consent: in the transaction that deletes
 * them.
 */
@Injectable()
export class RemovalNotices implements ContractObserver, OnModuleInit {
  constructor(private readonly observers: ContractObservers) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async contractsRemoved(tx: Transaction, { name }: Actor, nodes: readonly string[], top: string): Promise<void> {
    const ended = await query<{ node: string }>(tx, KEEP, [nodes, top]);
    await recordNotices(
      tx,
      ended.map(({ node }) => noticeOfRemoval(node, name)),
    );
  }
}
