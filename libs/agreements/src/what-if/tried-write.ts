import {
  type EntityDocument,
  inTransaction,
  PendingWrite,
  type Reference,
  Visibility,
  type WriteAnswer,
  type WriteContext,
} from '@app/catalog';
import { type Actor, AppError, conflict } from '@app/common';
import { dataContractType } from '@app/contracts';
import { behindSavepoint, Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EffectivePolicies } from '../policies/effective-policies';
import type { EffectivePolicy } from '../policies/effective-policy';
import { DeadlineApplier } from '../proposals/deadline-applier';
import { firstDeadline, isAgreed, needsConsent, type Proposal } from '../proposals/proposal';
import { ProposalRepository } from '../proposals/proposal.repository';
import { Approvers } from '../review/approvers';
import { lockContract } from '../review/locked-contract';
import { ReviewRepository } from '../review/review.repository';

/** Outcomes of saves: a closed list of the API. */
export const SAVE_OUTCOMES = ['unchanged', 'saved', 'review', 'proposal', 'refused'] as const;

/** Outcome of a save by the rules of change. */
export interface SaveOutcome {
  readonly outcome: (typeof SAVE_OUTCOMES)[number];
  /** Reason of a refusal. */
  readonly message?: string;
  /** Users and teams who may approve it; none where it needs no approval. */
  readonly approvers: readonly Reference[];
  /** End of the time for consumers if it were approved at once, in epoch ms; null: none is asked. */
  readonly deadline: number | null;
}

export interface TriedWrite extends SaveOutcome {
  /** The contract as the write makes it. */
  readonly after: EntityDocument;
  readonly policy: EffectivePolicy;
}

/** A write of a contract, and the contract as it is; without that, a new one. */
export interface UndoneWrite {
  readonly write: (context: WriteContext) => Promise<WriteAnswer>;
  readonly keys: readonly string[];
  /** Node of the contract, or of the asset of a new one. */
  readonly node: string;
  readonly version?: unknown;
}

const PEOPLE = {
  name: 'what-if-approvers',
  text: `select id::text as id, type, name, fqn as "fullyQualifiedName", body ->> 'displayName' as "displayName"
           from entity where id = any($1::uuid[]) and deleted_by is null order by fqn`,
};

/** Makes writes of contracts and undoes them: what a save would answer is found by the save itself. */
@Injectable()
export class WriteTrials {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly policies: EffectivePolicies,
    private readonly reviews: ReviewRepository,
    private readonly proposals: ProposalRepository,
    private readonly approvers: Approvers,
    private readonly deadlines: DeadlineApplier,
  ) {}

  /** @throws {AppError} as the write */
  async of(actor: Actor, { write, keys, node, version }: UndoneWrite): Promise<TriedWrite> {
    const context = (tx: Transaction): WriteContext => ({ tx, actor, entityType: dataContractType });
    return this.database.queuedTransaction(
      keys,
      (tx) =>
        undone(tx, async () => {
          const made = await undone(tx, () => write({ ...context(tx), isUngated: true }));
          const after = JSON.parse(made.json) as EntityDocument;
          const policy = await this.policyOf(tx, node, version === undefined ? after : undefined);
          if (version !== undefined && after.version === version)
            return { after, policy, outcome: 'unchanged', approvers: [], deadline: null };
          return { after, policy, ...(await this.gated(tx, actor, () => write(context(tx)))) };
        }),
      actor.origin,
    );
  }

  /** @param after a new contract, whose own tags count */
  private policyOf(tx: Transaction, node: string, after: EntityDocument | undefined): Promise<EffectivePolicy> {
    if (!after) return this.policies.of(node, tx);
    const labels = (after.tags ?? []) as readonly { readonly tagFQN: string }[];
    return this.policies.ofNew(
      tx,
      node,
      labels.map(({ tagFQN }) => tagFQN),
    );
  }

  private async gated(tx: Transaction, actor: Actor, write: () => Promise<WriteAnswer>): Promise<SaveOutcome> {
    const first = await pendingOf(tx, write);
    // What time has decided comes first, as in front of a save.
    if (first instanceof PendingWrite && first.isDelay) await first.keep(tx);
    const done = first instanceof PendingWrite && first.isDelay ? await pendingOf(tx, write) : first;
    if (!(done instanceof PendingWrite)) return this.written(tx, actor, done);
    try {
      const kept = await done.keep(tx);
      if (!kept) throw conflict('The contract changed meanwhile: try again');
      return await this.proposed(tx, actor, done.entity.id, JSON.parse(kept.json) as Proposal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
      return { outcome: 'refused', message: error.message, approvers: [], deadline: null };
    }
  }

  private async written(tx: Transaction, actor: Actor, { id, rule }: WriteAnswer): Promise<SaveOutcome> {
    if (rule === undefined) return { outcome: 'saved', approvers: [], deadline: null };
    const contract = await lockContract(tx, id);
    const review = contract && (await this.reviews.find(tx, contract.node));
    const authors = (review?.authors ?? []).flatMap((author) => author.id ?? []);
    return { outcome: 'review', approvers: await this.approversOf(tx, actor, contract?.node, authors), deadline: null };
  }

  private async proposed(tx: Transaction, actor: Actor, id: string, proposal: Proposal): Promise<SaveOutcome> {
    const contract = await lockContract(tx, id);
    const approvers = await this.approversOf(tx, actor, contract?.node, []);
    if (!contract || !needsConsent(proposal)) return { outcome: 'proposal', approvers, deadline: null };
    const parties = await this.proposals.partiesOf(tx, contract.node, proposal);
    const isFree = isAgreed(await this.deadlines.standing(tx, id, { parties }));
    const deadline = isFree ? null : firstDeadline(proposal, await this.reviews.now(tx));
    return { outcome: 'proposal', approvers, deadline };
  }

  /** Whom the contract names, and who has the right by a rule; never an author, and none that the actor may not view. */
  private async approversOf(
    tx: Transaction,
    actor: Actor,
    contract: string | undefined,
    authors: readonly string[],
  ): Promise<readonly Reference[]> {
    if (contract === undefined) return [];
    const ids = (await this.approvers.toNotify(tx, contract)).filter((id) => id !== actor.id && !authors.includes(id));
    const rows = await query<Reference & { displayName: string | null }>(tx, PEOPLE, [ids]);
    const found = rows.map(({ displayName, ...one }) => ({ ...one, ...(displayName !== null && { displayName }) }));
    return this.visibility.seenOf(inTransaction(tx), actor, found);
  }
}

/** Does the work, and undoes it. @throws what the work throws */
async function undone<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const isDone = new Error('undone');
  const found: T[] = [];
  try {
    await behindSavepoint(tx, async () => {
      found.push(await work());
      throw isDone;
    });
  } catch (error) {
    if (error !== isDone) throw error;
  }
  return found[0]!;
}

async function pendingOf(tx: Transaction, write: () => Promise<WriteAnswer>): Promise<WriteAnswer | PendingWrite> {
  try {
    return await behindSavepoint(tx, write);
  } catch (error) {
    if (error instanceof PendingWrite) return error;
    throw error;
  }
}
