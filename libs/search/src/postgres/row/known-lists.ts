import { hash } from 'node:crypto';
import { KnownValues } from '@app/common';

/** Lists of a document that are long, and seldom change with it. */
const LISTS: ReadonlySet<string> = new Set(['columns', 'children']);

/** Values made of such lists, by the list and the kind of value: of twenty columns some fifty kilobytes, of the longest three times as much. */
const KNOWN = new KnownValues<Map<string, unknown>>(100, 8_000);
/** Digests of the lists seen so far: results are cached from the second time on, since most come once. */
const MET = new KnownValues<{ times: number }>(4_000, Infinity);

/** Builds the row of one document. Parts that depend on its lists alone are built once: most changes do not touch them. */
export class KnownLists {
  private readonly made = new Map<string, Map<string, unknown> | undefined>();

  constructor(private readonly document: unknown) {}

  /**
   * @param source the path that it is made of
   * @param what it is, by a name of its own
   */
  of<Value>(source: string, what: string, make: () => Value): Value {
    const property = listOf(source);
    const made = property === undefined ? undefined : this.madeOf(property);
    if (!made) return make();
    const known = made.get(what) as { readonly value: Value } | undefined;
    if (known) return known.value;
    const value = make();
    made.set(what, { value });
    return value;
  }

  private madeOf(property: string): Map<string, unknown> | undefined {
    if (this.made.has(property)) return this.made.get(property);
    const list = (this.document as Readonly<Record<string, unknown>>)[property];
    const made = Array.isArray(list) ? keptOf(property + JSON.stringify(list)) : undefined;
    this.made.set(property, made);
    return made;
  }
}

/** By the path: the list that it is of, or an empty text. */
const listsOf = new KnownValues<string>(10_000, 1_000);

/** The list that a path of the mapping is of, if it is of one. */
export function listOf(source: string): string | undefined {
  const list = listsOf.of(source, () => {
    const [property] = source.split('.') as [string];
    return LISTS.has(property) ? property : '';
  });
  return list === '' ? undefined : list;
}

function keptOf(list: string): Map<string, unknown> | undefined {
  const met = MET.of(hash('sha256', list, 'base64'), () => ({ times: 0 }));
  return met.times++ > 0 ? KNOWN.of(list, () => new Map()) : undefined;
}
