/** A version of what is cached under a key, as SQL that finds it: `one` is a subquery of its text, `many` one of rows of `key` and `version`. */
export interface VersionSql {
  /** Identifies it; a part of names of statements. */
  readonly name: string;
  /** @param bound placeholder of the key */
  readonly one: (bound: string) => string;
  /** @param bound placeholder of an array of keys */
  readonly many: (bound: string) => string;
}

/** A version that is asked for in a statement that is sent anyway, such as the one that asks who the caller is. */
export interface VersionQuestion {
  readonly sql: VersionSql;
  readonly key: string;
}

/** Asks for a version, where that is possible at no cost. */
export type AskVersion = (question: VersionQuestion) => Promise<string | null | undefined> | undefined;

/** The question who the caller is, as SQL of one text for a statement that reads something else. */
export interface CallerQuestion {
  /** A part of names of statements. */
  readonly name: string;
  readonly values: readonly unknown[];
  /** @param bounds placeholders of the values */
  readonly sql: (bounds: readonly string[]) => string;
}

/** The result of a read with the text that the question of the caller gave; undefined: it was not asked. */
interface WithCaller {
  readonly caller?: string | undefined;
}

/** Asks for the caller within a statement of a read. @param read gets no question where that was asked before */
export type WithinStatement = <Result extends WithCaller>(
  read: (question?: CallerQuestion) => Promise<Result>,
) => Promise<Result>;

/** The caller of a request that is worked on for it as it was at its last request. */
export interface CallerCheck {
  /** Asks for a version in the statement that asks for the caller. */
  readonly ask: AskVersion;
  readonly within: WithinStatement;
  /** To be awaited before anything is written. @throws {CallerChanged} */
  confirm(): Promise<void>;
}

/** Ends a write before anything is written: it is planned anew for the caller as it is. */
export class CallerChanged extends Error {}
