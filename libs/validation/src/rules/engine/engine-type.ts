/** The part of the JSON-logic engine that operations call back. */
export interface Engine {
  run(logic: unknown, data: unknown): unknown;
}

/** An operation on evaluated arguments; `context` is the asset, or the current item inside map, filter and similar. */
export type ValueOperation = (args: readonly unknown[], context: unknown) => unknown;

/** An operation that itself decides which arguments are evaluated, and in which context. */
export interface LazyOperation {
  readonly lazy: true;
  readonly method: (args: readonly unknown[], context: unknown, above: unknown[], engine: Engine) => unknown;
}

/** Truthiness in JSON-logic: as in JavaScript, except that an empty list is false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
