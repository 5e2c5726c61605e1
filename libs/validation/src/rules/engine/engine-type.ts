/** The part of the JSON-logic engine that an operation calls back. */
export interface Engine {
  run(logic: unknown, data: unknown): unknown;
}

/** An operation on arguments that have been evaluated; `context` is the asset, or the item inside map, filter … */
export type ValueOperation = (args: readonly unknown[], context: unknown) => unknown;

/** An operation that decides itself which of its arguments are evaluated, and on what. */
export interface LazyOperation {
  readonly lazy: true;
  readonly method: (args: readonly unknown[], context: unknown, above: unknown[], engine: Engine) => unknown;
}

/** What JSON-logic takes for true: as JavaScript does, but an empty list is false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
