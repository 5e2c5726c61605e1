import type { ChangeEvent } from '@app/events';
import type { NoticeDetails } from '@app/governance';
import type { NoticeType } from '../subscription/subscription';

/** One thing that is told: a change, or a state of a contract. */
export interface Notice {
  /** `test`: of no event; it tries out a destination. */
  readonly type: NoticeType | 'test';
  /** When it happened, in epoch ms. */
  readonly timestamp: number;
  /** The entity that it happened to. */
  readonly entity: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  /** Its page. */
  readonly link?: string;
  /** The change, as GET /v1/events tells it. */
  readonly event?: ChangeEvent;
  /** The target that will be missed, and when (epoch ms). */
  readonly sla?: { readonly target: string; readonly dueAt: number };
  /** The words of a notice of a contract: the rest of the sentence that begins with the contract. */
  readonly notice?: NoticeDetails & { readonly id: string; readonly text: string };
  /** For how many days there was no result, and when there was one (epoch ms). */
  readonly notValidated?: { readonly days: number; readonly lastResultAt?: number };
}
