import type { EntityDraft, GatedChange, GatedRemoval, HeldWrite } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Platform } from '@app/datatypes';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** The write option of a change that is proposed explicitly: the gate is asked for it whatever is governed. */
export const PROPOSED = 'proposed';

/** Judges writes of contracts by what governs them, in their transaction; each may throw a `HeldWrite`. Asked only where some policy is set. */
export interface ContractGate {
  /** A permitted write; it may change the draft. @param change absent: of a new contract */
  judge(tx: Transaction, actor: Actor, draft: EntityDraft, platform: Platform, change?: GatedChange): Promise<void>;
  /** A contract that was judged is stored. */
  made(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void>;
  /** A permitted deletion of the contract itself, and not of its asset. */
  judgeRemoval(tx: Transaction, actor: Actor, removal: GatedRemoval): Promise<void>;
  /** Delays a write of a contract on which time has decided: it is tried again once that is carried out. */
  delayed(write: DelayedWrite): HeldWrite;
  /** Milliseconds of notice of an end that the policy of the contract asks for. @param contract its node */
  sunsetNotice(contract: string): Promise<number>;
  /** Carries out what time has decided, behind the lock of the contract, in a transaction of its own. @param contract its id */
  carryOut(contract: string): Promise<void>;
}

/** The contract of a write, as it is before. */
export type DelayedWrite = Pick<GatedChange, 'locked' | 'current'>;

/** The gate of a dependent library that every write of a contract passes, by whatever way it came. */
@Injectable()
export class ContractGates {
  private registered: ContractGate | undefined;

  register(gate: ContractGate): void {
    this.registered = gate;
  }

  /** Absent where no library governs contracts. */
  get gate(): ContractGate | undefined {
    return this.registered;
  }
}
