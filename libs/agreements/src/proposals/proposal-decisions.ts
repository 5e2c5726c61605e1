import { AccessControl } from '@app/auth';
import { EntityFinder, writerKey, type FoundEntity } from '@app/catalog';
import { AppError, conflict, forbidden, invalidFields, notFound, type Actor } from '@app/common';
import { ContractGates } from '@app/contracts';
import { Database, once, recordAction, type IdempotencyToken, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Approvers } from '../review/approvers';
import { lockContract, type LockedContract } from '../review/locked-contract';
import {
  deadlineOf,
  firstDeadline,
  hasEnded,
  isAgreed,
  isDeletedForGood,
  latestDeadline,
  needsConsent,
  requireNoMaker,
  type Consent,
  type Party,
  type Proposal,
} from './proposal';
import { ProposalApplier } from './proposal-applier';
import { notifyOfDecision, notifyParties } from './proposal-notices';
import { DeadlineApplier } from './deadline-applier';
import { recorded, shownProposal } from './proposal-view';
import { ProposalRepository, type ProposalOfContract } from './proposal.repository';

const CONTRACT = 'dataContract';
const PROPOSAL = 'contractProposal';

export interface SentProposalReview {
  readonly decision: 'approve' | 'reject';
  readonly round: number;
  readonly comment?: string;
}

export interface SentConsent {
  readonly decision: Consent;
  readonly round: number;
  /** Epoch ms. */
  readonly until?: number;
  readonly comment?: string;
  readonly as?: { readonly type: string; readonly id?: string };
}

/** An event as it is asked for. */
interface Asked {
  readonly actor: Actor;
  readonly contractId: string;
  readonly id: string;
  readonly token?: IdempotencyToken | undefined;
}

/** An event behind the lock of the contract. */
interface Event {
  readonly tx: Transaction;
  readonly contract: LockedContract;
  readonly found: FoundEntity;
  readonly proposal: ProposalOfContract;
  /** Epoch ms. */
  readonly now: number;
}

/** Decides on proposals. All that happens to those of one contract is serialised by its lock. */
@Injectable()
export class ProposalDecisions {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly proposals: ProposalRepository,
    private readonly approvers: Approvers,
    private readonly applier: ProposalApplier,
    private readonly deadlines: DeadlineApplier,
    private readonly gates: ContractGates,
  ) {}

  /**
   * @returns the proposal as it is then
   * @throws {AppError} NOT_FOUND; FORBIDDEN for the author, bots, and users who are no approvers; CONFLICT by state or round
   */
  review(
    actor: Actor,
    contractId: string,
    id: string,
    { decision, round, comment }: SentProposalReview,
    token?: IdempotencyToken,
  ): Promise<object> {
    return this.event({ actor, contractId, id, token }, async (event) => {
      const { tx, contract, proposal, now } = event;
      await this.approvers.require(tx, actor, contract.node, contract.id, [proposal.author]);
      requireOpen(proposal);
      if (decision === 'approve' && proposal.state !== 'InReview')
        throw conflict('The proposal is approved already, and waits for the consent of consumers');
      requireRound(proposal, round);
      const approval = { user: actor.name, at: now, ...(comment !== undefined && { comment }) };
      const end = { endedBy: 'review', now, by: actor.name, origin: actor.origin } as const;
      if (decision === 'reject') {
        const message = { ...(comment !== undefined && { message: comment }) };
        await this.reviewed(event, actor, { ...proposal, state: 'Rejected' }, comment);
        return this.applier.end(tx, contract, { ...proposal, ...message }, 'Rejected', end);
      }
      const approved: Proposal = { ...proposal, approvals: [...proposal.approvals, approval] };
      const parties = needsConsent(proposal) ? await this.proposals.partiesOf(tx, contract.node, proposal) : [];
      if (parties.length === 0) {
        const applied = await this.applier.apply(tx, contract, approved, end);
        await this.reviewed(event, actor, applied, comment);
        return applied;
      }
      const waiting: Proposal = {
        ...approved,
        ...{ state: 'AwaitingConsent', parties, consentFrom: now, deadline: firstDeadline(approved, now) },
      };
      await this.reviewed(event, actor, waiting, comment);
      if (isAgreed(await this.deadlines.standing(tx, contract.id, waiting)))
        return this.applier.apply(tx, contract, waiting, { ...end, endedBy: 'consent' });
      await this.proposals.save(tx, contract.node, waiting);
      await notifyParties(tx, contract.node, waiting, actor.name);
      return waiting;
    });
  }

  /** @throws {AppError} NOT_FOUND; FORBIDDEN for who stands for no consumer, who wrote or approved the change, and bots; CONFLICT by state or round; BAD_REQUEST for until */
  decide(actor: Actor, contractId: string, id: string, sent: SentConsent): Promise<object> {
    return this.event({ actor, contractId, id }, async ({ tx, contract, proposal, now }) => {
      const consumers = await this.proposals.consumers(tx, contract.node);
      const isOurs = ({ party }: Pick<Party, 'party'>): boolean => actor.ownerIds.has(party.id);
      if (actor.isBot || ![...consumers, ...proposal.parties].some(isOurs)) throw notTheirs(actor);
      requireNoMaker(actor, proposal, 'does not decide on it for a consumer, as a member of its team neither');
      requireOpen(proposal);
      if (proposal.state !== 'AwaitingConsent')
        throw conflict('The proposal is in review: consumers decide once it is approved');
      requireRound(proposal, sent.round);
      const ours = proposal.parties.filter(isOurs);
      const chosen = sent.as ? ours.filter(({ party }) => party.id === sent.as?.id) : ours;
      if (chosen.length === 0) throw notTheirs(actor);
      if (sent.decision === 'needTime') requireUntil(proposal, sent.until, now);
      const decided = new Set(chosen);
      const parties = proposal.parties.map((one) => (decided.has(one) ? decidedBy(one, sent, actor.name, now) : one));
      const deadline = deadlineOf(proposal, proposal.consentFrom ?? now, parties);
      const next: Proposal = { ...proposal, parties, deadline };
      await recordAction(tx, {
        ...{ action: 'consentGiven', actor: actor.name, to: { nodes: [contract.node] } },
        ...{ before: recorded(proposal), after: recorded(next) },
      });
      const { decision, comment } = sent;
      await notifyOfDecision(tx, contract.node, next, { decision, by: actor.name, at: now, comment });
      if (isAgreed(await this.deadlines.standing(tx, contract.id, next)))
        return this.applier.apply(tx, contract, next, {
          endedBy: 'consent',
          now,
          by: actor.name,
          origin: actor.origin,
        });
      await this.proposals.save(tx, contract.node, next);
      return next;
    });
  }

  /** Allowed for its author and for users with EditAll on the contract. @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT */
  withdraw(actor: Actor, contractId: string, id: string, comment?: string, token?: IdempotencyToken): Promise<object> {
    return this.event({ actor, contractId, id, token }, async ({ tx, contract, found, proposal, now }) => {
      if (proposal.author.id !== actor.id) this.access.require(actor, ['EditAll'], CONTRACT, found);
      requireOpen(proposal);
      const withdrawn = { ...proposal, ...(comment !== undefined && { message: comment }) };
      return this.applier.end(tx, contract, withdrawn, 'Withdrawn', { endedBy: 'author', now, by: actor.name });
    });
  }

  /** Applies it at once, whatever others say. @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT */
  override(actor: Actor, contractId: string, id: string, reason: string, token?: IdempotencyToken): Promise<object> {
    return this.event({ actor, contractId, id, token }, async ({ tx, contract, found, proposal, now }) => {
      if (actor.isBot) throw forbidden(actor, ['OverrideConsent'], CONTRACT, contract.id);
      this.access.require(actor, ['OverrideConsent'], CONTRACT, found);
      requireOpen(proposal);
      const overridden: Proposal = { ...proposal, override: { user: actor.name, reason, at: now } };
      const end = { endedBy: 'override', now, by: actor.name, origin: actor.origin } as const;
      return this.applier.apply(tx, contract, overridden, end);
    });
  }

  /**
   * Does the work on the proposal as it is now: a passed deadline, or the last missing consent, is applied before, in a
   * transaction of its own.
   */
  private async event(
    { actor, contractId, id, token }: Asked,
    work: (event: Event) => Promise<Proposal>,
  ): Promise<object> {
    const found = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id: contractId });
    const attempt = async (tx: Transaction): Promise<object | 'due'> => {
      const contract = await lockContract(tx, contractId);
      if (!contract) throw notFound(CONTRACT, contractId);
      const { now, isDue } = await this.proposals.moment(tx, contract.node);
      if (isDue) return 'due';
      const proposal = await this.proposals.findIn(tx, contract.node, id);
      if (!proposal) throw notFound(PROPOSAL, id);
      if (proposal.state === 'AwaitingConsent' && isAgreed(await this.deadlines.standing(tx, contract.id, proposal)))
        return 'due';
      const done = async (): Promise<object> => {
        const next = await work({ tx, contract, found, proposal, now });
        return shownProposal({ ...next, contract: proposal.contract });
      };
      return (await once(tx, token, done, (effect) => ({ effect }))).effect;
    };
    const keys = [writerKey(CONTRACT, { id: contractId })];
    for (;;) {
      const answer = await this.database.queuedTransaction(keys, attempt, actor.origin);
      if (answer !== 'due') return answer;
      await this.gates.applyDeadlines([contractId]);
    }
  }

  private async reviewed(
    { tx, contract, proposal, now }: Event,
    { name }: Actor,
    after: Proposal,
    comment?: string,
  ): Promise<void> {
    const to = { nodes: [contract.node] };
    const isGone = isDeletedForGood(after);
    await recordAction(tx, {
      ...{ action: 'proposalReviewed', actor: name },
      to: isGone ? { type: CONTRACT, name: contract.fqn, id: contract.id } : to,
      ...{ before: recorded(proposal), after: recorded(after) },
    });
    const decision = after.state === 'Rejected' && after.endedBy === undefined ? 'reject' : 'approve';
    if (!isGone) await notifyOfDecision(tx, contract.node, proposal, { decision, by: name, at: now, comment });
  }
}

function requireOpen(proposal: Proposal): void {
  if (hasEnded(proposal)) throw conflict(`The proposal has ended: it is ${proposal.state}`);
}

function requireRound({ round }: Proposal, sent: number): void {
  if (sent !== round)
    throw conflict(`The proposal is in round ${round} by now, and not in round ${sent}: its author has changed it`);
}

function requireUntil(proposal: Proposal, until: number | undefined, now: number): void {
  const latest = latestDeadline(proposal.terms, proposal.consentFrom ?? now);
  if (until !== undefined && until > now && until <= latest) return;
  const message = `must be later than now and no later than ${new Date(latest).toISOString()} (${latest})`;
  throw invalidFields([{ field: 'until', message }]);
}

function decidedBy({ consumer, party, columns }: Party, sent: SentConsent, by: string, at: number): Party {
  const { decision, until, comment } = sent;
  return {
    ...{ consumer, party, ...(columns && { columns }), decision, by, at },
    ...(decision === 'needTime' && until !== undefined && { until }),
    ...(comment !== undefined && { comment }),
  };
}

function notTheirs({ name }: Actor): AppError {
  const message = `Principal ${name} is not allowed: only consumers whom the change concerns, and members of such teams, decide on it`;
  return new AppError('FORBIDDEN', message);
}
