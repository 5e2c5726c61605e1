import { leavesOf } from './searched-field';

/** A field that a request names and the mapping does not have: it finds nothing. */
export interface UnmappedField {
  /** The parameter, or the path in it: `q`, `query_filter.term.nme`. */
  readonly place: string;
  readonly name: string;
}

/** More are not listed: a request may name a thousand. */
const MOST = 100;

interface Noting {
  readonly place: string;
  readonly found: Map<string, UnmappedField>;
}

/** What is being bound now. Binding is synchronous from its beginning to its end, so that one place is enough. */
let current: Noting | undefined;

/** The unmapped fields of one request, noted while its parameters are bound, each name once. */
export class UnmappedFields {
  private readonly found = new Map<string, UnmappedField>();

  /** Binds a parameter; `work` must not wait for anything. */
  during<T>(place: string, work: () => T): T {
    const outer = current;
    current = { place, found: this.found };
    try {
      return work();
    } finally {
      current = outer;
    }
  }

  list(): readonly UnmappedField[] {
    return [...this.found.values()];
  }
}

/** Called for every field that a caller names. @param place its path, where that is known better than by the parameter */
export function noteField(name: string, place?: string): void {
  if (!current || current.found.has(name) || current.found.size === MOST || leavesOf(name).length > 0) return;
  current.found.set(name, { place: place ?? current.place, name });
}
