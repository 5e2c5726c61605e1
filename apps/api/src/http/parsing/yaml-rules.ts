import { badRequest, childPath } from '@app/common';
import { type Document, isPair, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from 'yaml';

type Ancestors = readonly (Document | Node | Pair)[];

const keyOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key);

/** Where a node stands, given those around it from the document inwards. */
function pathOf(ancestors: Ancestors, node: unknown): string {
  return ancestors.reduce((path, ancestor, at) => {
    if (isPair(ancestor)) return childPath(path, keyOf(ancestor));
    return isSeq(ancestor) ? childPath(path, ancestor.items.indexOf(ancestors[at + 1] ?? node)) : path;
  }, '');
}

function fault(path: string, message: string): Error {
  return badRequest(`${path}: ${message}`, [{ field: path, message }]);
}

function checkKeys(map: YAMLMap, ancestors: Ancestors): void {
  const keys = new Set<string>();
  for (const pair of map.items) {
    const key = keyOf(pair);
    if (keys.has(key)) throw fault(childPath(pathOf(ancestors, map), key), 'is given twice: a key must stand once');
    keys.add(key);
  }
}

/** An integer as a number, where a number holds it. */
function exactNumber(value: bigint, path: () => string): number {
  const number = Number(value);
  if (Number.isFinite(number) && BigInt(number) === value) return number;
  throw fault(path(), 'is an integer that cannot be held exactly; write it as a string');
}

/**
 * What the composer lets through: keys twice, integers whose digits would change. Turns its BigInts into numbers.
 *
 * @throws {AppError} BAD_REQUEST that names the place
 */
export function applyYamlRules(document: Document): void {
  visit(document, {
    Map: (_, map, ancestors) => checkKeys(map, ancestors),
    Scalar: (_, scalar, ancestors) => {
      const { value } = scalar;
      if (typeof value === 'bigint') scalar.value = exactNumber(value, () => pathOf(ancestors, scalar));
    },
  });
}
