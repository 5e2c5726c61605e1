/** How asks are gathered. */
interface GatheringLimits {
  /** Asks that are answered together at most. */
  readonly most: number;
  /** Groups under way at a time; what comes meanwhile goes together with the next one. */
  readonly atOnce: number;
  /** Whether a group that failed with this may have done so for one of its asks: then each is asked alone. */
  readonly isOnes: (error: unknown) => boolean;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers together what is asked within one turn of the event loop, or while as many groups as may be are under way. Nothing waits
 * for company: one ask on an idle system goes alone, at the end of its turn.
 */
export class Gathering<Ask, Answer> {
  private waiting: Waiting<Ask, Answer>[] = [];
  private underWay = 0;
  private isTurnOpen = false;

  /** @param answer one answer for each ask, in their order; one that has to wait for itself is a promise, and holds up nobody else */
  constructor(
    private readonly answer: (asks: readonly Ask[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
    private readonly limits: GatheringLimits,
  ) {}

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ask, resolve, reject });
      if (this.isTurnOpen) return;
      this.isTurnOpen = true;
      setImmediate(() => {
        this.isTurnOpen = false;
        this.send();
      });
    });
  }

  private send(): void {
    const { most, atOnce } = this.limits;
    while (this.waiting.length > 0 && this.underWay < atOnce) {
      this.underWay++;
      void this.settle(this.waiting.splice(0, most)).then(() => {
        this.underWay--;
        this.send();
      });
    }
  }

  private async settle(group: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.answer(group.map(({ ask }) => ask));
      group.forEach(({ resolve }, at) => resolve(answers[at] as Answer | PromiseLike<Answer>));
    } catch (error) {
      if (group.length > 1 && this.limits.isOnes(error)) for (const one of group) await this.settle([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
