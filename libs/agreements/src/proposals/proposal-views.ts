import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { ContractImpacts } from '@app/contracts';
import type { Bind } from '@app/database';
import { Injectable } from '@nestjs/common';
import { brokenColumns, isConcerned } from '../consumers/contract-consumer';
import { ConcernedConsumers } from '../consumers/concerned-consumers';
import type { Affected } from './proposal-view';
import type { ProposalOfContract } from './proposal.repository';

const CONTRACT = 'dataContract';
/** Hops and assets downstream that are counted. */
const DEPTH = 10;
const MOST_ASSETS = 10_000;

/** The roles whose decision is pending. */
export const ROLES = ['author', 'approver', 'party'] as const;
export type ProposalRole = (typeof ROLES)[number];

@Injectable()
export class ProposalViews {
  constructor(
    private readonly access: AccessControl,
    private readonly impacts: ContractImpacts,
    private readonly consumers: ConcernedConsumers,
  ) {}

  /** How many of what the actor may see are concerned by what breaks. */
  async affectedBy(
    actor: Actor,
    { contract, changes }: Pick<ProposalOfContract, 'contract' | 'changes'>,
  ): Promise<Affected> {
    const columns = brokenColumns(changes);
    const { hops, paging } = await this.impacts.of(actor, contract.id, { depth: DEPTH, limit: MOST_ASSETS });
    const contracts = hops.flatMap(({ assets }) => assets).filter((asset) => asset.contract);
    const consumers = await this.consumers.of(actor, contract.id);
    const concerned = consumers.filter((one) => isConcerned(one.columns, columns));
    return { assets: paging.total, contracts: contracts.length, consumers: concerned.length };
  }

  /** SQL of a proposal `p` on a contract `e`: it waits for the actor, in a role. */
  turnOf(actor: Actor, role: ProposalRole, bind: Bind): string {
    const isMine = (): string => `p.author_id = ${bind(actor.id)}::uuid`;
    const approvedBy = (): string => `${bind(JSON.stringify([{ user: actor.name }]))}::jsonb`;
    const ours = (): string => `${bind([...actor.ownerIds])}::text[]`;
    switch (role) {
      case 'author':
        return `(p.ended_at is null and ${isMine()})`;
      case 'party':
        return `(p.state = 'AwaitingConsent' and not ${isMine()} and not p.approvals @> ${approvedBy()} and exists (select from jsonb_to_recordset(p.parties) o (party jsonb, decision text)
          where o.decision = 'pending' and o.party ->> 'id' = any(${ours()})))`;
      case 'approver': {
        if (actor.isBot) return 'false';
        const all = bind(this.access.allows(actor, 'ReviewContract', CONTRACT));
        const reviewers = `select o.id::text from entity_reference r join entity o on o.node = r.to_node and o.deleted_by is null
          where r.from_node = e.node and r.relation = 'reviewers'`;
        const named = `case when exists (${reviewers}) then array(${reviewers}) else owner_ids(e.node) end`;
        return `(p.state = 'InReview' and not ${isMine()} and (${all} or ${named} && ${ours()}))`;
      }
    }
  }
}
