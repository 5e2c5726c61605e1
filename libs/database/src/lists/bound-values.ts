/** Binds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A condition with the one value that it needs, such as the rule of what a caller may view. */
export interface BoundCondition {
  readonly value: unknown;
  readonly sql: (bound: string) => string;
}

/**
 * The values of a statement that is being written, in the order of their placeholders:
 *
 *     const { values, bind } = new BoundValues();
 *     await database.query(`select … where a.name = ${bind(name)}`, values);
 */
export class BoundValues {
  readonly values: unknown[];

  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  readonly bind: Bind = (value) => `$${this.values.push(value)}`;
}
