import { BoundValues, type BoundCondition } from './bound-values';

/** The conditions of a statement, all of which a row meets, with their values. One that has `or` in it comes in parentheses. */
export class Conditions extends BoundValues {
  private constructor(
    private readonly all: string[],
    values: readonly unknown[],
  ) {
    super(values);
  }

  static of(...conditions: readonly string[]): Conditions {
    return new Conditions([...conditions], []);
  }

  add(condition: string): this {
    this.all.push(condition);
    return this;
  }

  /** Adds a condition on a value, where there is one. @param sql of its placeholder */
  when<Value>(value: Value | undefined, sql: (bound: string, value: Value) => string): this {
    return value === undefined ? this : this.add(sql(this.bind(value), value));
  }

  /** Adds a condition that may be missing, as that of a caller from whom nothing is hidden. */
  within(condition: BoundCondition | undefined): this {
    return condition ? this.add(condition.sql(this.bind(condition.value))) : this;
  }

  /** A copy, for a statement that has further conditions and values. */
  copy(): Conditions {
    return new Conditions([...this.all], this.values);
  }

  /** The SQL from `where` on; empty without a condition. */
  get where(): string {
    return this.all.length ? `where ${this.all.join(' and ')}` : '';
  }
}
