import { AppError, badRequest, type Actor } from '@app/common';
import { isRepeatable, sqlState } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EventIntake, type EventReceipt } from './event-intake';

/** Events of one batch. */
export const MOST_BATCHED = 1_000;

/** The outcome of one event: the answer of a POST of it alone. */
export type BatchOutcome = { readonly receipt: EventReceipt } | { readonly error: unknown };

/** Many events in one request, one after the other: a bad one fails alone. */
@Injectable()
export class EventBatch {
  constructor(private readonly intake: EventIntake) {}

  /**
   * @returns an outcome for each event, in the order sent
   * @throws {AppError} BAD_REQUEST for what is no list, or one of more than 1,000; what the database fails with before anything
   *   was stored
   */
  async take(actor: Actor, sent: unknown): Promise<BatchOutcome[]> {
    if (!Array.isArray(sent)) throw badRequest('A batch must be a list of events');
    if (sent.length > MOST_BATCHED)
      throw badRequest(`A batch has at most ${MOST_BATCHED} events, this one ${sent.length}; send several`);
    const outcomes: BatchOutcome[] = [];
    for (const event of sent as unknown[]) {
      try {
        outcomes.push({ receipt: await this.intake.take(actor, event) });
      } catch (error) {
        if (isOutage(error) && !outcomes.some((outcome) => 'receipt' in outcome)) throw error;
        outcomes.push({ error });
      }
    }
    return outcomes;
  }
}

/** Not the event is to blame: nothing else would fare better. */
function isOutage(error: unknown): boolean {
  return !(error instanceof AppError) && !isRepeatable(error) && !/^(22|23)/.test(sqlState(error) ?? '');
}
