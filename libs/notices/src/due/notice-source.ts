import type { Transaction } from '@app/database';
import type { RecordedNoticeType } from '../record/contract-notice';
import type { NewNotice } from '../record/record-notices';

/** When a contract is to be looked at again. */
export interface NextLook {
  /** Node, bigint in decimal. */
  readonly contract: string;
  /** Epoch ms. Nothing is due before, but for what `DueNoticeRepository.bringForward` is called for. */
  readonly at: number;
  /** Whether a refresh or arrival of the asset that becomes known may bring something before. */
  readonly hangsOnRefresh?: boolean;
  /** Whether a target of the SLA is at risk, and until when no other one is, in epoch ms. */
  readonly isAtRisk?: boolean;
  readonly holdsUntil?: number;
}

export interface Look {
  /** Notices of what is so at this moment; each is recorded once. */
  readonly notices: readonly NewNotice[];
  /** A contract that is not among them is not looked at again by itself. */
  readonly next: readonly NextLook[];
}

/** Source of notices that time alone brings, without an event: looked for at instants that are stored. */
export interface NoticeSource {
  readonly type: RecordedNoticeType;
  /** @param contracts nodes of contracts, bigint in decimal; some may be gone */
  look(tx: Transaction, contracts: readonly string[]): Promise<Look>;
}

/** SQL: a subscription `s` asks for what time brings, of contracts whose owners have no list of their own for it. @param type SQL of the type */
export const asksFor = (type: string): string =>
  `s.document -> 'eventTypes' ? ${type} and s.document #> '{filter,mine}' is distinct from 'true'`;
