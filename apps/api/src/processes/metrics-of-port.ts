import type { AddedMetrics, EndedMetrics, SlotMetrics, PortMetrics } from './port-questions';

/** A process that serves, as its metrics are asked for. */
export interface MeasuredSlot {
  readonly slot: number;
  /** The process that serves in the slot: each has another number; undefined while none does. */
  readonly serving: number | undefined;
  /** Rejects where it does not answer in time. */
  metrics(): Promise<string>;
}

/**
 * Gathers what the processes of a port count, for the one that was asked. The last answer of a process is stored: counters of one that is
 * too busy to answer, or has ended, must not be missing in a sum, which would then seem to have begun anew. What an ended process counted
 * after it was asked last is lost, as ever.
 */
export class MetricsOfPort {
  private readonly last = new Map<number, string>();
  private ended: readonly EndedMetrics[] = [];
  private endings = 0;

  constructor(private readonly slots: readonly MeasuredSlot[]) {}

  /** @param own text of the process in the requesting slot */
  async all(asking: MeasuredSlot, own: string): Promise<PortMetrics> {
    const asked = this.slots.flatMap((slot) => (slot.serving === undefined ? [] : [{ slot, by: slot.serving }]));
    await Promise.all(asked.map(({ slot, by }) => this.keep(slot, by, slot === asking ? own : slot.metrics())));
    // What one said that has ended meanwhile is among the ended.
    const serving = asked.flatMap(({ slot: { slot, serving }, by }): SlotMetrics[] => {
      const text = this.last.get(slot);
      return serving === by && text !== undefined ? [{ slot, text }] : [];
    });
    return { serving, ended: this.ended, wanted: this.slots.length };
  }

  /** The process in the slot has ended. */
  end(slot: number): void {
    const text = this.last.get(slot);
    this.last.delete(slot);
    if (text !== undefined) this.ended = [...this.ended, { number: ++this.endings, text }];
  }

  /** Replaces the texts of ended processes by their sum. Of two processes that did so at the same time the first one counts. */
  replace({ numbers, text }: AddedMetrics): void {
    const left = this.ended.filter(({ number }) => !numbers.includes(number));
    if (left.length === this.ended.length - numbers.length) this.ended = [...left, { number: ++this.endings, text }];
  }

  private async keep(slot: MeasuredSlot, by: number, saying: string | Promise<string>): Promise<void> {
    const text = await Promise.resolve(saying).catch(() => undefined);
    if (text !== undefined && slot.serving === by) this.last.set(slot.slot, text);
  }
}
