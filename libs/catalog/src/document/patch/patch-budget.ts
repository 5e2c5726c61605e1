import { LARGEST_DOCUMENT } from '../../definition/limits';

/**
 * Steps of one patch, about 100 ms of work. Adding, copying or comparing costs one step per JSON value; changing an array before
 * its end costs one step per number of items moved in the time of a step.
 */
const MOST_STEPS = 1_000_000;
const MOVED_PER_STEP = 100;
/** Copying a value into itself doubles it. Limited to the maximum document size. */
const MOST_COPIED = LARGEST_DOCUMENT;

/** The cost limit of one patch. */
export class PatchBudget {
  private steps = 0;
  private copied = 0;

  /** @throws {Error} if the budget is exceeded */
  step(steps = 1): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS)
      throw new Error('the patch is too much work: its operations touch too many values; PUT the document instead');
  }

  shift(items: number): void {
    this.step(1 + items / MOVED_PER_STEP);
  }

  /** A deep copy of a JSON value, shared neither with the patch nor with the document. */
  clone(value: unknown): unknown {
    this.step();
    if (Array.isArray(value)) return value.map((item) => this.clone(item));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) copy[key] = this.clone(member);
    return copy;
  }

  /** `clone` for a value that also stays at its old path. */
  copy(value: unknown): unknown {
    this.charge(value);
    return this.clone(value);
  }

  /** Compares two JSON values, ignoring the order of members. */
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
