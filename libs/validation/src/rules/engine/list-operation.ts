import { defaultMethods } from 'json-logic-engine';
import { isTruthy, type Engine, type LazyOperation } from './engine-type';
import { boundedList } from './rule-error';
import { list } from './value-operation';

type OnItem = (item: unknown) => unknown;

/**
 * Operators that evaluate arguments lazily, or once per list item. A value that is not a list is treated as an empty
 * list; `all` of an empty list is false, as defined by JSON-logic.
 */
export const LIST_OPERATIONS: Readonly<Record<string, LazyOperation>> = {
  if: engineOperation('if'),
  '?:': engineOperation('if'),
  and: engineOperation('and'),
  or: engineOperation('or'),
  map: overItems((items, onItem) => items.map(onItem)),
  filter: overItems((items, onItem) => items.filter((item) => isTruthy(onItem(item)))),
  all: overItems((items, onItem) => items.length > 0 && items.every((item) => isTruthy(onItem(item)))),
  some: overItems((items, onItem) => items.some((item) => isTruthy(onItem(item)))),
  none: overItems((items, onItem) => !items.some((item) => isTruthy(onItem(item)))),
  reduce: { lazy: true, method: reduce },
};

function overItems(combine: (items: readonly unknown[], onItem: OnItem) => unknown): LazyOperation {
  const method: LazyOperation['method'] = ([from, mapper], context, _above, engine) => {
    const items = list(engine.run(from, context));
    boundedList(items.length);
    return combine(items, (item) => engine.run(mapper, item));
  };
  return { lazy: true, method };
}

function reduce(args: readonly unknown[], context: unknown, _above: unknown[], engine: Engine): unknown {
  const [from, reducer, start] = args;
  const items = list(engine.run(from, context));
  const first = start === undefined ? null : engine.run(start, context);
  return items.reduce((accumulator, current) => engine.run(reducer, { accumulator, current }), first);
}

function engineOperation(name: 'if' | 'and' | 'or'): LazyOperation {
  return defaultMethods[name] as unknown as LazyOperation;
}
