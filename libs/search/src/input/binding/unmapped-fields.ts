import { leavesOf } from '../../document/search-field';

/** A field that a request names and the mapping does not have: it finds nothing. */
export interface UnmappedField {
  /** The parameter, or the path in it: `q`, `query_filter.term.nme`. */
  readonly location: string;
  readonly name: string;
}

/** Called for every field that a caller names. @param place its path, where that is known better than by the parameter */
export type NoteField = (name: string, location?: string) => void;

/** More are not listed: a request may name a thousand. */
const MOST = 100;

/** The unmapped fields of one request, noted while its parameters are bound, each name once. */
export class UnmappedFields {
  private readonly found = new Map<string, UnmappedField>();

  /** Returns the function that takes note of the fields of one parameter. */
  in(parameter: string): NoteField {
    return (name, location = parameter) => {
      if (this.found.has(name) || this.found.size === MOST || leavesOf(name).length > 0) return;
      this.found.set(name, { location, name });
    };
  }

  list(): readonly UnmappedField[] {
    return [...this.found.values()];
  }
}
