import {
  PendingWrite,
  type EntityDocument,
  type EntityDraft,
  type GatedRemoval,
  type WriteOptions,
} from '@app/catalog';
import { conflict, type Actor } from '@app/common';
import { contractChanges, PROPOSED, type Change, type ContractDocument } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { isGuarded } from '../review/guarded-changes';
import type { GovernedChange } from '../review/review-gate';
import { type ChangeRules, periodOf } from '../policies/contract-policy';
import type { Members } from './proposal';
import { ProposalOpener, type Opening } from './proposal-opener';

/** The deletion of a contract, as a comparison would return it. */
const DELETION: Change = {
  path: 'deleted',
  from: false,
  to: true,
  compatibility: 'breaking',
  reason: 'the contract is deleted: it promises nothing any more',
};

/** The words of an author who opens a proposal explicitly. */
export interface Proposing {
  readonly reason?: string;
  /** Epoch ms. */
  readonly deadline?: number;
}

interface Held {
  readonly id: string;
  readonly fqn: string;
  readonly version: number;
  readonly current: EntityDocument;
}

/** Makes guarded changes of contracts in force pending: each becomes a proposal. */
@Injectable()
export class ProposalGate {
  constructor(private readonly keeper: ProposalOpener) {}

  /** @throws {PendingWrite} where something guarded changes; or anything, of a change that is proposed explicitly */
  judge(actor: Actor, { id, options }: EntityDraft, change: GovernedChange): void {
    const { locked, current, previous, next, changed, terms, rules, now } = change;
    const [before, after] = [previous, next] as [ContractDocument, ContractDocument];
    const changes = contractChanges(before, after, { ...terms, now, sunsetNotice: periodOf(rules.sunsetNotice) });
    const guarded = changes.filter((change) => isGuarded(change, before));
    const proposing = options[PROPOSED] as Proposing | undefined;
    if (guarded.length === 0 && !proposing) return;
    if (locked.deleted_by !== null)
      throw conflict(`The contract ${locked.fqn} is deleted: restore it first, and change it then`);
    const edits = membersOf(changed, next);
    throw this.held(actor, { id, fqn: locked.fqn, version: locked.version, current }, rules, guarded, {
      ...{ kind: 'edit', base: membersOf(changed, previous), edits, document: { ...previous, ...next }, changes },
      ...{ options: withoutProposing(options), proposed: proposedOf(current, edits) },
      ...proposing,
    });
  }

  /** @throws {PendingWrite} */
  judgeRemoval(actor: Actor, { locked, current, hardDelete, options }: GatedRemoval, rules: ChangeRules): never {
    const proposing = options[PROPOSED] as Proposing | undefined;
    throw this.held(actor, { id: locked.id, fqn: locked.fqn, version: locked.version, current }, rules, [DELETION], {
      ...{ kind: 'deletion', base: {}, edits: {}, changes: [DELETION], options: { hardDelete } },
      proposed: JSON.stringify(current),
      ...proposing,
    });
  }

  private held(
    actor: Actor,
    { id, fqn, version, current }: Held,
    terms: ChangeRules,
    guarded: readonly Change[],
    { deadline, ...change }: Omit<Opening, 'contract' | 'breaking' | 'terms'> & Proposing,
  ): PendingWrite {
    const breaking = change.changes.some(({ compatibility }) => compatibility === 'breaking');
    const asked = deadline === undefined ? {} : { askedDeadline: deadline };
    const opening: Opening = { ...change, ...asked, breaking, terms: plain(terms), contract: { id, version } };
    const details = guarded.map(({ path, reason }) => ({ field: path, message: reason }));
    const message = `The contract ${fqn} is agreed and its policy is ${terms.mode}: such a change is made by a proposal`;
    const entity = { id, fqn, version, json: JSON.stringify(current) };
    return new PendingWrite(message, details, entity, (tx) => this.keeper.keep(tx, actor, opening));
  }
}

/** Those members of a document; null where it has none. */
function membersOf(names: readonly string[], document: EntityDocument): Members {
  return Object.fromEntries(names.map((name) => [name, document[name] ?? null]));
}

function proposedOf(current: EntityDocument, edits: Members): string {
  const next: EntityDocument = { ...current, ...edits, entityStatus: 'In Review' };
  for (const [name, value] of Object.entries(next)) if (value === null) delete next[name];
  return JSON.stringify(next);
}

function withoutProposing({ [PROPOSED]: _proposing, ...options }: WriteOptions): WriteOptions {
  return options;
}

/** The rules alone, without where they come from. */
function plain({ mode, consentPeriod, mostExtension, atDeadline, sunsetNotice }: ChangeRules): ChangeRules {
  return { mode, consentPeriod, mostExtension, atDeadline, sunsetNotice };
}
