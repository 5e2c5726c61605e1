import type { AddedMetrics, EndedMetrics, PlaceMetrics, PortMetrics } from './port-questions';

/** A process that serves, as its metrics are asked for. */
export interface MeasuredPlace {
  readonly place: number;
  /** The process that serves in the place: each has another number; undefined while none does. */
  readonly serving: number | undefined;
  /** Rejects where it does not answer in time. */
  metrics(): Promise<string>;
}

/**
 * Gathers what the processes of a port count, for the one that was asked. What a process said last is kept: counters of one that is too busy to
 * answer, or has ended, must not be missing in a sum, which would then seem to have begun anew. What an ended process counted after it was
 * asked last is lost, as ever.
 */
export class MetricsOfPort {
  private readonly last = new Map<number, string>();
  private ended: readonly EndedMetrics[] = [];
  private endings = 0;

  constructor(private readonly places: readonly MeasuredPlace[]) {}

  /** @param own text of the process in the place that asks */
  async all(asking: MeasuredPlace, own: string): Promise<PortMetrics> {
    const asked = this.places.flatMap((place) => (place.serving === undefined ? [] : [{ place, by: place.serving }]));
    await Promise.all(asked.map(({ place, by }) => this.keep(place, by, place === asking ? own : place.metrics())));
    // What one said that has ended meanwhile is among the ended.
    const serving = asked.flatMap(({ place: { place, serving }, by }): PlaceMetrics[] => {
      const text = this.last.get(place);
      return serving === by && text !== undefined ? [{ place, text }] : [];
    });
    return { serving, ended: this.ended, wanted: this.places.length };
  }

  /** The process in the place has ended. */
  end(place: number): void {
    const text = this.last.get(place);
    this.last.delete(place);
    if (text !== undefined) this.ended = [...this.ended, { number: ++this.endings, text }];
  }

  /** Replaces the texts of ended processes by their sum. Of two processes that did so at the same time the first one counts. */
  replace({ numbers, text }: AddedMetrics): void {
    const left = this.ended.filter(({ number }) => !numbers.includes(number));
    if (left.length === this.ended.length - numbers.length) this.ended = [...left, { number: ++this.endings, text }];
  }

  private async keep(place: MeasuredPlace, by: number, saying: string | Promise<string>): Promise<void> {
    const text = await Promise.resolve(saying).catch(() => undefined);
    if (text !== undefined && place.serving === by) this.last.set(place.place, text);
  }
}
