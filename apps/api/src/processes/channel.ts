import { withTimeout } from '@app/common';

/** Questions by their names: what is asked with, and what is answered. */
type Questions = Readonly<Record<string, (asked: never) => unknown>>;
type Asked<Q extends Questions, Name extends keyof Q> = Parameters<Q[Name]>[0];
type Answer<Q extends Questions, Name extends keyof Q> = Awaited<ReturnType<Q[Name]>>;

/** A message between two processes, as JSON. An answer has the number of its question. */
type Message =
  | { readonly ask: string; readonly number: number; readonly asked: unknown }
  | { readonly answered: number; readonly answer?: unknown; readonly failed?: string };

/** The other process: `process` in a child, the child in its parent. */
export interface Peer {
  /** False, or an error to the callback, where the other one has gone. */
  send(message: unknown, done: (error: Error | null) => void): unknown;
  on(event: 'message', heard: (message: unknown) => void): unknown;
  once(event: 'disconnect', heard: () => void): unknown;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Questions and answers between two processes, in both directions. */
export class Channel<Theirs extends Questions> {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** @param ours answers what the other process asks */
  constructor(
    private readonly peer: Peer,
    private readonly ours: Questions,
  ) {
    peer.on('message', (message) => this.heard(message as Message));
    peer.once('disconnect', () => this.end(new Error('The other process has gone')));
  }

  /**
   * @param limitMs how long an answer is waited for
   * @throws {TimeoutError} where it takes longer
   * @throws {Error} where the other process has gone, or could not answer
   */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    asked: Asked<Theirs, Name>,
    limitMs: number,
  ): Promise<Answer<Theirs, Name>> {
    const number = ++this.last;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.send({ ask: name, number, asked }, (error) => reject(error));
    }).finally(() => this.waiting.delete(number));
    const inTime = withTimeout(answer, limitMs, `An answer to ${name}`).finally(() => this.waiting.delete(number));
    return inTime as Promise<Answer<Theirs, Name>>;
  }

  private heard(message: Message): void {
    if ('ask' in message) void this.answer(message);
    else if (message.failed !== undefined) this.waiting.get(message.answered)?.reject(new Error(message.failed));
    else this.waiting.get(message.answered)?.resolve(message.answer);
  }

  private async answer({ ask, number, asked }: Extract<Message, { ask: string }>): Promise<void> {
    const ours = this.ours[ask] as ((asked: unknown) => unknown) | undefined;
    try {
      if (!ours) throw new Error(`${ask} is not answered here`);
      const answer = await ours(asked);
      this.send({ answered: number, answer });
    } catch (error) {
      this.send({ answered: number, failed: (error as Error).message });
    }
  }

  private send(message: Message, failed: (error: Error) => void = () => undefined): void {
    this.peer.send(message, (error) => error && failed(error));
  }

  private end(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
  }
}
