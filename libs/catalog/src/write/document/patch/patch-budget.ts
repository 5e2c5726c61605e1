import { LARGEST_DOCUMENT } from '../../../definition/limits';

/**
 * Steps of one patch, some 100 ms of work. A value that is put in, copied or compared costs one for each value in it; an array that
 * is changed before its end one for so many items as are moved in the time of a step.
 */
const MOST_STEPS = 1_000_000;
const MOVED_PER_STEP = 100;
/** Each copy of a value into itself doubles it. More than a document may have in all is never meant. */
const MOST_COPIED = LARGEST_DOCUMENT;

/** What the operations of one patch may cost together. */
export class PatchBudget {
  private steps = 0;
  private copied = 0;

  /** @throws {Error} over the budget */
  step(steps = 1): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS)
      throw new Error('the patch is too much work: its operations touch too many values; PUT the document instead');
  }

  shift(items: number): void {
    this.step(1 + items / MOVED_PER_STEP);
  }

  /** A copy of a value of JSON: neither the patch nor another place of the document shares it. */
  clone(value: unknown): unknown {
    this.step();
    if (Array.isArray(value)) return value.map((item) => this.clone(item));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) copy[key] = this.clone(member);
    return copy;
  }

  /** As clone, for a value that stays where it is. */
  copy(value: unknown): unknown {
    this.charge(value);
    return this.clone(value);
  }

  /** Compares two values of JSON, whatever the order of members. */
  equal(one: unknown, other: unknown): boolean {
    this.step();
    if (one === other) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (Array.isArray(one) || Array.isArray(other)) return this.equalLists(one, other);
    const [members, others] = [Object.entries(one), other as Record<string, unknown>];
    if (members.length !== Object.keys(other).length) return false;
    return members.every(([key, value]) => Object.hasOwn(others, key) && this.equal(value, others[key]));
  }

  private equalLists(one: unknown, other: unknown): boolean {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, at) => this.equal(item, other[at]));
  }

  private charge(value: unknown): void {
    this.step();
    this.copied += typeof value === 'string' ? value.length : 2;
    if (this.copied > MOST_COPIED) throw new Error(`the patch copies more than ${MOST_COPIED} bytes`);
    if (Array.isArray(value)) for (const item of value) this.charge(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        this.copied += key.length;
        this.charge(member);
      }
    }
  }
}
