import { PendingWrite, writerKey, type EntityDraft, type GatedChange, type GatedRemoval } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ComparedAsset } from '../promises/column-names';
import type { ComparedDocuments } from '../promises/promise-kind';

const CONTRACT = 'dataContract';

/** The write option of a change that is proposed explicitly: the gate is asked for it whatever is governed. */
export const PROPOSED = 'proposed';

/** Terms of the comparison of a write, beside the contract. */
export interface WrittenTerms extends ComparedAsset {
  /** Absent: one of the two states has none. */
  readonly documents?: ComparedDocuments;
}

/** Gate that may delay or change writes of contracts, in their transaction. Called only if some policy is set. */
export interface ContractGate {
  /** A permitted write; it may change the draft, or throw a `PendingWrite`. @param change absent: of a new contract */
  judge?(tx: Transaction, actor: Actor, draft: EntityDraft, terms: WrittenTerms, change?: GatedChange): Promise<void>;
  /** A contract that was judged is stored. */
  made?(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void>;
  /** A permitted deletion of the contract itself, and not of its asset; it may throw a `PendingWrite`. */
  judgeRemoval?(tx: Transaction, actor: Actor, removal: GatedRemoval): Promise<void>;
  /** Milliseconds of notice of an end that are asked for. @param contract its node */
  sunsetNotice?(contract: string): Promise<number>;
  /** Applies what time has decided on a contract, behind its lock, once. @param contract its id */
  applyDeadline?(tx: Transaction, contract: string): Promise<unknown>;
}

/** The contract of a write, as it is before. */
export type DelayedWrite = Pick<GatedChange, 'locked' | 'current'>;

/**
 * The gates of dependent libraries that every write of a contract passes, by whatever way it came, one after the other. What time has decided on a
 * contract is applied by `applyDeadlines` alone, in front of what has to know it: a validation, what is done with a proposal, its reads. A write is delayed until then; reads
 * of contracts have no effect.
 */
@Injectable()
export class ContractGates {
  private readonly gates: ContractGate[] = [];

  constructor(private readonly database: Database) {}

  register(gate: ContractGate): void {
    this.gates.push(gate);
  }

  async judge(...write: Parameters<NonNullable<ContractGate['judge']>>): Promise<void> {
    for (const gate of this.gates) await gate.judge?.(...write);
  }

  async made(...write: Parameters<NonNullable<ContractGate['made']>>): Promise<void> {
    for (const gate of this.gates) await gate.made?.(...write);
  }

  async judgeRemoval(...removal: Parameters<NonNullable<ContractGate['judgeRemoval']>>): Promise<void> {
    for (const gate of this.gates) await gate.judgeRemoval?.(...removal);
  }

  /** The longest that any asks for; undefined: none does. */
  async sunsetNotice(contract: string): Promise<number | undefined> {
    const asked = await Promise.all(this.gates.flatMap((gate) => gate.sunsetNotice?.(contract) ?? []));
    return asked.length > 0 ? Math.max(...asked) : undefined;
  }

  /** Applies what time has decided on these contracts, each in a transaction of its own, among the writers of the contract. @param contracts ids */
  async applyDeadlines(contracts: readonly string[]): Promise<void> {
    for (const id of contracts)
      await this.database.queuedTransaction([writerKey(CONTRACT, { id })], (tx) => this.apply(tx, id));
  }

  /** Delays a write of a contract on which time has decided: it is tried again once that is applied. */
  delay({ locked: { id, fqn, version }, current }: DelayedWrite): PendingWrite {
    const entity = { id, fqn, version, json: JSON.stringify(current) };
    const apply = async (tx: Transaction): Promise<undefined> => {
      await this.apply(tx, id);
    };
    return new PendingWrite('The deadline of a proposal has just passed: try again', [], entity, apply, true);
  }

  private async apply(tx: Transaction, id: string): Promise<void> {
    for (const gate of this.gates) await gate.applyDeadline?.(tx, id);
  }
}
