import type { Kind, NumberKind, TimeKind } from '../catalogue/kind';
import type { FormKind } from '../catalogue/type-forms';

/** The lexical rules that separate the words of a statement from its texts, names and comments. */
export interface Lexicon {
  /** Characters that open and close quoted names. */
  readonly nameQuotes: readonly ('"' | '`')[];
  /** Characters that open and close texts. */
  readonly textQuotes: readonly ("'" | '"')[];
  /** A backslash escapes the next character of a text. */
  readonly backslash?: boolean;
  /** A backslash escapes the next character of a quoted name. */
  readonly backslashNames?: boolean;
  /** `E'…'`, in which it does even so. */
  readonly escapeTexts?: boolean;
  /** `$$…$$`, `$tag$…$tag$`. */
  readonly dollarQuotes?: boolean;
  readonly nestedComments?: boolean;
  /** `#` begins a comment. */
  readonly hashComments?: boolean;
  /** `--` begins a comment only before a blank or the end. */
  readonly dashesNeedBlank?: boolean;
  /** Whether a carriage return alone ends a comment of one line; absent: not known, and a statement with such a comment is refused. */
  readonly carriageReturnEndsComment?: boolean;
}

/** Functions of an engine that statements of users may call. */
export interface AllowedFunctions {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  /** Endings with which each of them is another function of the same kind, such as `If` of ClickHouse. */
  readonly endings?: RegExp;
  /** Schemas of the engine itself, in lower case: a function of another one is user-defined. */
  readonly schemas?: readonly string[];
  /** `x.f()` is `f(x)`: what stands before the point is no schema. */
  readonly methods?: true;
}

/** The names that a statement of users may use. */
export interface OwnNames {
  /** The schema that unqualified names of tables mean. */
  readonly schema: string;
  /** Functions that the owner of the data access answers for, qualified or not. */
  readonly functions: readonly string[];
}

/** A statement of users as it is sent, or why it is not. */
export type JudgedStatement =
  /** `isQualified`: it means the same whatever schema the session has entered. */
  { readonly sql: string; readonly isQualified?: true } | { readonly fault: string };

/** The grammar of an engine, by which a statement is judged by its parts rather than by its tokens. */
export interface Grammar {
  /** Has to have ended before `judge`. */
  load(): Promise<void>;
  /** @returns undefined where the grammar does not know the statement */
  judge(sql: string, names: OwnNames, dialect: Dialect): JudgedStatement | undefined;
}

/** Pure: what one engine writes otherwise than others. Expressions are SQL texts; `x` is an expression of a column. */
export interface Dialect {
  readonly lexicon: Lexicon;
  /** Words, beyond those refused everywhere, that no statement of users may have outside of texts and names. */
  readonly refusedWords?: readonly string[];
  /** Functions that statements of users may call; all others are refused by name. */
  readonly functions: AllowedFunctions;
  /**
   * Functions that run texts, read files or other servers, sleep, lock or signal, which no owner of data access may add: names in lower case,
   * `*` at an end stands for the rest.
   */
  readonly refusedFunctions: readonly string[];
  /** Absent: statements are judged by their tokens. */
  readonly grammar?: Grammar;
  /** A text instead of a table reads a file. */
  readonly textsAreTables?: true;
  /** A qualified, quoted name. */
  name(...parts: readonly string[]): string;
  text(value: string): string;
  /** An exact number. @param digits plain decimal text */
  exact(digits: string): string;
  double(value: number): string;
  bool(value: boolean): string;
  /** @param text `2024-05-01 10:00:00.5`, of a date `2024-05-01`; an instant in UTC */
  moment(text: string, kind: TimeKind): string;
  /** A day or time after, or before, all others; absent where the engine has none. */
  infiniteTime?(value: 'Infinity' | '-Infinity', kind: TimeKind): string;
  /** @param text `10:00:00.5` @param offset of the zone of a time that has one, `+02:00` */
  time(text: string, offset?: string): string;
  /** Seconds of a time with an offset since midnight in UTC, by which such times are ordered; absent where they are not compared. */
  secondsOfDay?(x: string): string;
  /** Times of day are lengths: below 0, and beyond a day. */
  readonly timesAreLengths?: true;
  uuid(value: string): string;
  /** A value of a type that other engines do not have as what checks compare: a text, or a number. */
  form(x: string, kind: FormKind): string;
  /** Equal for the same code points only, whatever the collation; without the padding that is no part of the value. Of texts and enumerations. */
  exactText(x: string, kind: Kind): string;
  /** The value that `exactText` compares with. */
  exactTextValue(value: string): string;
  /** A text itself, or that of an enumeration, in no collation of its own and without the padding that is no part of it. */
  shownText(x: string, kind: Kind): string;
  /** A value that groups by value; of no text. */
  groupKey(x: string, kind: Kind): string;
  /** Whether the text form matches somewhere. */
  matches(x: string, kind: Kind, pattern: string): string;
  /** Code points of a text, without its padding. */
  length(x: string, kind: Kind): string;
  /** A field of a struct; absent where fields of structs are not columns of their own. */
  field?(x: string, name: string): string;
  /** The remainder of a division of exact numbers, with the sign of `x`. */
  remainder(x: string, divisor: string): string;
  /** Elements of an array, all dimensions. */
  elements(x: string): string;
  /** The value as text, however exact: a number in decimals, a time as `moment` takes it. */
  asText(x: string, kind: Kind): string;
  /**
   * Conditions of the values that are no finite number; absent where the type has none. A type with NaN alone has no other two, and its
   * aggregates take NaN as a value.
   */
  special(x: string, kind: NumberKind): { nan: string; infinite?: string; negative?: string } | undefined;
  /** Exact for integers and decimals. */
  sum(x: string, kind: NumberKind): string;
  mean(x: string): string;
  /** The standard deviation of the population. */
  deviation(x: string): string;
  /**
   * The value below which a share lies, between two values in proportion: an aggregate, or where there is none a statement with one value.
   * @param where selects the values that count
   */
  quantile(
    share: Quantile,
    x: string,
    where: string,
    table: string,
  ): { readonly aggregate: string } | { readonly statement: string };
  /** The first rows of a query that begins with SELECT; absent: LIMIT ends it. */
  firstRows?(count: number, query: string): string;
  /**
   * Replaces a table by some of its rows: within one reading the same rows each time.
   * @param share of the rows, over 0 and below 1
   */
  sample(table: SampledTable, share: number): string;
}

export type Quantile = 0.25 | 0.5 | 0.75;

/** A table of which some rows are read. */
export interface SampledTable {
  /** Qualified and quoted. */
  readonly name: string;
  /** The source stores its rows itself: no view, and no foreign table. */
  readonly isStored: boolean;
  /** Expressions of the columns of its key, if it has one; else of all columns. */
  readonly key: readonly string[];
  /** Whole blocks of rows may be chosen, which is cheaper where the engine can; absent: rows. */
  readonly byBlocks?: boolean;
}

/** The first rows of a query. @param query begins with SELECT */
export const firstRows = ({ firstRows: first }: Dialect, count: number, query: string): string =>
  first ? first(count, query) : `${query} LIMIT ${count}`;
