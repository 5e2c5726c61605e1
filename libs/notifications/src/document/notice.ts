import type { NoticeDetails, SentMembers } from '@app/notices';
import type { NoticeType } from './subscription';

/** One item of a message: a change, or a state of a contract. */
export interface Notice extends SentMembers {
  /** `test`: of no event; it tries out a destination. */
  readonly type: NoticeType | 'test';
  /** When it happened, in epoch ms. */
  readonly timestamp: number;
  /** The entity that it happened to. */
  readonly entity: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  /** Its page. */
  readonly link?: string;
  /** The words of a notice of a contract: the rest of the sentence that begins with the contract. */
  readonly notice?: NoticeDetails & { readonly id: string; readonly text: string };
}

/** A notice of a contract that a subscription has not looked at. */
export interface WaitingNotice {
  /** Its position in the queue, bigint in decimal. */
  readonly seq: string;
  /** When it was recorded, in epoch ms. */
  readonly recordedAt: number;
  readonly notice: Notice;
}

/** The notice by which a destination is tried. @param entity the subscription */
export const testNotice = (entity: Notice['entity']): Notice => ({ type: 'test', timestamp: Date.now(), entity });
