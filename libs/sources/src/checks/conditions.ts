import { isComparable, isNumber, isText, isTime, type Kind, type NumberKind, type TimeKind } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import type { Dialect } from '../sql/dialect';
import { compareDecimals, type Decimal, decimalOf, decimalText, parseDecimal, roundDecimal } from './decimal';
import type { Item } from './lists';
import type { CheckPlace } from './measures';
import { CheckRefusal } from './outcome';
import { exactly, firstNotBefore, type Instant, parseInstant } from './times';

const NEVER = '1 = 0';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** The value of a column, or of a field of a struct. @throws {CheckRefusal} where the engine has no fields */
function valueOf(dialect: Dialect, { name, path = [name] }: SourceColumn): string {
  const [first = name, ...fields] = path;
  return fields.reduce((x, field) => {
    if (!dialect.field) throw new CheckRefusal('unsupported', `Fields of ${first} are not checked on this source`);
    return dialect.field(x, field);
  }, dialect.name(first));
}

/** Conditions on values of one column, as SQL. None of them is true of NULL. */
export class Conditions {
  readonly x: string;
  readonly kind: Kind;
  private readonly dialect: Dialect;

  constructor(
    readonly column: SourceColumn,
    private readonly place: CheckPlace,
  ) {
    this.dialect = place.dialect;
    this.x = valueOf(this.dialect, column);
    this.kind = column.kind;
  }

  /** @throws {CheckRefusal} `typeNotSupported` */
  refuseUnless(isFit: boolean, what: string): void {
    if (!isFit)
      throw new CheckRefusal(
        'typeNotSupported',
        `${what} is not for ${this.column.name}, which is ${this.column.display}`,
      );
  }

  numbers(what: string): NumberKind {
    this.refuseUnless(isNumber(this.kind), what);
    return this.kind as NumberKind;
  }

  /** Kinds of which equality is defined. */
  comparable(what: string): void {
    this.refuseUnless(isComparable(this.kind), what);
  }

  /** The value is equal to one of the items; those that the type cannot hold are never equal. */
  isIn(items: readonly Item[]): string {
    const { kind } = this;
    const conditions = [
      ...new Set(items.filter((item) => item.kind !== 'null').flatMap((item) => this.equals(item, kind))),
    ];
    return conditions.length ? `(${conditions.join(' OR ')})` : NEVER;
  }

  /** Where v < bound, and where v > bound; NaN lies outside of every bound. */
  outside(least: Decimal | undefined, most: Decimal | undefined): string {
    const kind = this.kind as NumberKind;
    const special = this.dialect.special(this.x, kind);
    const parts = [
      ...(least ? [this.below(least, kind)] : []),
      ...(most ? [this.above(most, kind)] : []),
      ...(special && special.nan !== 'false' && (least ?? most) ? [special.nan] : []),
    ];
    return parts.length ? `(${parts.join(' OR ')})` : NEVER;
  }

  /** Where v <= bound, and where v >= bound. */
  outsideStrictly(least: Decimal | undefined, most: Decimal | undefined): string {
    const kind = this.kind as NumberKind;
    const nan = this.dialect.special(this.x, kind)?.nan;
    const parts = [
      ...(least ? [this.unless(this.above(least, kind))] : []),
      ...(most ? [this.unless(this.below(most, kind))] : []),
      ...(nan !== undefined && nan !== 'false' && (least ?? most) ? [nan] : []),
    ];
    return parts.length ? `(${parts.join(' OR ')})` : NEVER;
  }

  /** The same of times. */
  outsideTimes(least: Instant | undefined, most: Instant | undefined): string {
    const parts = [
      ...(least === undefined ? [] : [this.before(least)]),
      ...(most === undefined ? [] : [this.notBefore(most + 1n)]),
    ];
    return parts.length ? `(${parts.join(' OR ')})` : NEVER;
  }

  /** The same where the bounds themselves lie outside. */
  outsideTimesStrictly(least: Instant | undefined, most: Instant | undefined): string {
    const parts = [
      ...(least === undefined ? [] : [this.unless(this.notBefore(least + 1n))]),
      ...(most === undefined ? [] : [this.unless(this.before(most))]),
    ];
    return parts.length ? `(${parts.join(' OR ')})` : NEVER;
  }

  before(instant: Instant): string {
    const kind = this.kind as TimeKind;
    const first = firstNotBefore(instant, kind, this.place.zone);
    return first === undefined ? `${this.x} IS NOT NULL` : `${this.x} < ${this.dialect.moment(first, kind)}`;
  }

  notBefore(instant: Instant): string {
    const kind = this.kind as TimeKind;
    const first = firstNotBefore(instant, kind, this.place.zone);
    return first === undefined ? NEVER : `${this.x} >= ${this.dialect.moment(first, kind)}`;
  }

  matches(pattern: string): string {
    this.refuseUnless(isText(this.kind) || ['int', 'date', 'uuid'].includes(this.kind.is), 'a pattern');
    return this.dialect.matches(this.x, this.kind, pattern);
  }

  private unless(condition: string): string {
    return `(${this.x} IS NOT NULL AND NOT (${condition}))`;
  }

  private equals(item: Item, kind: Kind): string[] {
    const { dialect, x } = this;
    if (isText(kind))
      return isStorable(item.text) ? [`${dialect.exactText(x, kind)} = ${dialect.exactTextValue(item.text)}`] : [];
    if (isNumber(kind)) return this.equalsNumber(item.text, kind);
    if (isTime(kind)) {
      const instant = parseInstant(item.text);
      const value = instant === undefined ? undefined : exactly(instant, kind, this.place.zone);
      return value === undefined ? [] : [`${x} = ${dialect.moment(value, kind)}`];
    }
    if (kind.is === 'uuid') return UUID.test(item.text) ? [`${x} = ${dialect.uuid(item.text.toLowerCase())}`] : [];
    const truth = kind.is === 'bool' ? BOOLEANS[item.text.toLowerCase()] : undefined;
    return truth === undefined ? [] : [`${x} = ${dialect.bool(truth)}`];
  }

  private equalsNumber(text: string, kind: NumberKind): string[] {
    const { dialect, x } = this;
    const value = parseDecimal(text);
    if (!value) return text.toLowerCase() === 'nan' ? [dialect.special(x, kind)?.nan ?? NEVER] : [];
    if (kind.is === 'float') return [`${x} = ${dialect.double(Number(text))}`];
    const range = rangeOf(kind);
    if (value.scale > range.scale) return [];
    if (range.low && (compareDecimals(value, range.low) < 0 || compareDecimals(value, range.high!) > 0)) return [];
    return [`${x} = ${dialect.exact(decimalText(value))}`];
  }

  private below(bound: Decimal, kind: NumberKind): string {
    if (kind.is === 'float') return `${this.x} < ${this.dialect.double(Number(decimalText(bound)))}`;
    // Rounded to what the column can hold, so that the source compares numbers of one type.
    const range = rangeOf(kind);
    const least = roundDecimal(bound, range.scale, 'up');
    if (range.low && compareDecimals(least, range.low) <= 0) return NEVER;
    if (range.high && compareDecimals(least, range.high) > 0) return `${this.x} IS NOT NULL`;
    return `${this.x} < ${this.dialect.exact(decimalText(least))}`;
  }

  private above(bound: Decimal, kind: NumberKind): string {
    if (kind.is === 'float') return `${this.x} > ${this.dialect.double(Number(decimalText(bound)))}`;
    const range = rangeOf(kind);
    const most = roundDecimal(bound, range.scale, 'down');
    if (range.high && compareDecimals(most, range.high) >= 0) return NEVER;
    if (range.low && compareDecimals(most, range.low) < 0) return `${this.x} IS NOT NULL`;
    return `${this.x} > ${this.dialect.exact(decimalText(most))}`;
  }
}

/** The range that the column can hold; a PostgreSQL numeric without sizes everything. */
function rangeOf(kind: Exclude<NumberKind, { is: 'float' }>): { scale: number; low?: Decimal; high?: Decimal } {
  if (kind.is === 'int') return { scale: 0, low: decimalOf(kind.low), high: decimalOf(kind.high) };
  if (kind.whole === Infinity || kind.whole < 0 || kind.scale < 0) return { scale: kind.scale < 0 ? 0 : kind.scale };
  const most = 10n ** BigInt(kind.whole + kind.scale) - 1n;
  return { scale: kind.scale, low: decimalOf(-most, kind.scale), high: decimalOf(most, kind.scale) };
}

/** No source stores half of a character or U+0000 in a text. */
// eslint-disable-next-line no-control-regex -- the character is meant
const isStorable = (text: string): boolean => !/[\u0000\p{Cs}]/u.test(text);

/** A column, or a field of a struct: its path as a text whose parts may be quoted, or the names that lead to it. */
export type ColumnName = string | readonly string[];

/** @throws {CheckRefusal} `columnNotFound`, of no column `badParameter` */
export function conditionsOf(name: ColumnName | undefined, place: CheckPlace): Conditions {
  if (name === undefined) throw new CheckRefusal('badParameter', 'The check names no column');
  const column = columnAt(name, place.columns);
  const shown = typeof name === 'string' ? name : name.join('.');
  if (!column) throw new CheckRefusal('columnNotFound', `The table has no column ${shown}`);
  return new Conditions(column, place);
}

/** A column whose own name reads like a path wins over that field. */
function columnAt(name: ColumnName, columns: readonly SourceColumn[]): SourceColumn | undefined {
  const text = typeof name === 'string' ? name : name.join('.');
  const own = columns.find((column) => column.name === text);
  if (own) return own;
  return typeof name === 'string' ? fieldOfText(name, columns, []) : fieldAt(name, columns, []);
}

function fieldAt(
  [name, ...rest]: readonly string[],
  columns: readonly SourceColumn[],
  above: readonly string[],
): SourceColumn | undefined {
  const column = columns.find((one) => one.name === name);
  if (!column) return undefined;
  const path = [...above, column.name];
  if (rest.length > 0) return fieldAt(rest, column.children ?? [], path);
  return above.length > 0 ? { ...column, path } : column;
}

function fieldOfText(
  text: string,
  columns: readonly SourceColumn[],
  above: readonly string[],
): SourceColumn | undefined {
  for (const column of columns) {
    const path = [...above, column.name];
    for (const written of [column.name, `"${column.name.replaceAll('"', '""')}"`]) {
      if (text === written) return above.length > 0 ? { ...column, path } : column;
      const rest = text.startsWith(`${written}.`) ? text.slice(written.length + 1) : undefined;
      const found = rest === undefined ? undefined : fieldOfText(rest, column.children ?? [], path);
      if (found) return found;
    }
  }
  return undefined;
}
