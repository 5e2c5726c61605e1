import { AppError } from '@app/common';
import type { FastifyReply } from 'fastify';
import type { BodyBudget } from './body-budget';

/**
 * The bytes of one request's body, from the moment they are expected until the request is done with them: its answer is given
 * and out, or its caller gone. A caller that leaves does not free what is still being worked on.
 */
export class BodyHold {
  bytes = 0;
  private answerIsGiven = false;
  private callerIsGone = false;
  /** Only for bytes that wait: to make one for each request takes longer than all the rest of this. */
  private wait: AbortController | undefined;

  constructor(
    private readonly budget: BodyBudget,
    reply: FastifyReply,
  ) {
    reply.raw.once('close', () => {
      if (this.answerIsGiven) this.budget.release(this);
      else this.leave();
    });
  }

  private leave(): void {
    this.callerIsGone = true;
    this.wait?.abort(new AppError('BAD_REQUEST', 'The caller has gone before the body was there'));
  }

  /** Aborted when the caller has gone. */
  private readonly leaving = (): AbortSignal => {
    this.wait ??= new AbortController();
    if (this.callerIsGone) this.leave();
    return this.wait.signal;
  };

  /**
   * @throws {AppError} SERVICE_UNAVAILABLE where there is no room for long; BAD_REQUEST if the answer is sent: nothing would free
   * what comes after it
   */
  async take(bytes: number): Promise<void> {
    if (this.answerIsGiven) throw new AppError('BAD_REQUEST', 'The request was answered before the body was there');
    await this.budget.take(this, bytes, this.leaving);
  }

  get isAnswered(): boolean {
    return this.answerIsGiven;
  }

  answered(): void {
    this.answerIsGiven = true;
    if (this.callerIsGone) this.budget.release(this);
  }
}
