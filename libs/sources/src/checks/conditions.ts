import { columnAt, type FoundColumn, type NamedOne } from '@app/datatypes';
import { type ComparedKind, isComparable, isNumber, isText, isTime, type NumberKind } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import type { Dialect } from '../sql/dialect';
import { type Bounds, boundsOf, type Parameters } from './bounds';
import { compareDecimals, type Decimal, decimalOf, decimalText, roundDecimal } from './decimal';
import type { Item } from './lists';
import type { CheckTarget } from './measures';
import { CheckRefusal } from './outcome';
import type { Instant } from './times';
import { checkedValue } from './values/checked-value';
import { compareNumbers, type Infinite, type NumberValue, parseNumber } from './values/number-value';
import {
  type ClockColumn,
  compareTimesOfDay,
  isAfterTime,
  isBeforeTime,
  isEqualTimeOfDay,
  parseTimeOfDay,
} from './values/time-of-day';
import {
  compareTimes,
  isBefore,
  isEarlier,
  isEqualTime,
  isLater,
  isNotBefore,
  parseTime,
  type TimeColumn,
} from './values/time-value';

const NEVER = '1 = 0';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BITS: Readonly<Record<string, string>> = { true: '1', false: '0' };
const A_TIME = 'epoch milliseconds or a time of ISO 8601';

/** Names of the parameters of the least and the most. */
type BoundNames = readonly [least: string, most: string];
/** Texts of truth values. */
export const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/**
 * The value of a column, or of a field of a struct.
 * @param alias of its table, where a statement has others beside it
 * @throws {CheckRefusal} where the engine has no fields
 */
function valueOf(dialect: Dialect, { name, path = [name] }: SourceColumn, alias?: string): string {
  const [first = name, ...fields] = path;
  return fields.reduce(
    (x, field) => {
      if (!dialect.field) throw new CheckRefusal('unsupported', `Fields of ${first} are not checked on this source`);
      return dialect.field(x, field);
    },
    `${alias === undefined ? '' : `${alias}.`}${dialect.name(first)}`,
  );
}

/** A value that is equal to a constant; a condition where it takes more than that. */
type Equal = { readonly left: string; readonly right: string } | string;

/** Conditions on values of one column, as SQL. None of them is true of NULL. */
export class Conditions {
  readonly x: string;
  readonly kind: ComparedKind;
  private readonly dialect: Dialect;

  constructor(
    readonly column: SourceColumn,
    private readonly target: CheckTarget,
    alias?: string,
  ) {
    this.dialect = target.dialect;
    ({ x: this.x, kind: this.kind } = checkedValue(valueOf(this.dialect, column, alias), column.kind, this.dialect));
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

  /** The value is equal to one of the items; those outside the range of the type are never equal. */
  isIn(items: readonly Item[]): string {
    const { kind } = this;
    const conditions = new Set<string>();
    // A list of constants is looked up once a row, where equalities would be tried one after the other.
    const lists = new Map<string, Set<string>>();
    for (const item of items.filter((one) => one.kind !== 'null')) {
      for (const equal of this.equals(item, kind)) {
        if (typeof equal === 'string') conditions.add(equal);
        else lists.set(equal.left, (lists.get(equal.left) ?? new Set()).add(equal.right));
      }
    }
    const all = [...[...lists].map(([left, rights]) => `${left} IN (${[...rights].join(', ')})`), ...conditions];
    return all.length ? `(${all.join(' OR ')})` : NEVER;
  }

  /**
   * The values outside of bounds that parameters state: numbers, times, times of day.
   * @param isStrict the bounds themselves lie outside
   * @throws {CheckRefusal} `typeNotSupported`, `badParameter`
   */
  outsideOf(parameters: Parameters, names: BoundNames, isStrict = false): string {
    const { kind, dialect } = this;
    if (isTime(kind)) {
      const column = this.timeColumn(kind);
      const bounds = boundsOf(parameters, names, (text) => parseTime(text, dialect), compareTimes, A_TIME);
      return this.outside(
        bounds,
        isStrict,
        (bound) => isEarlier(column, bound),
        (bound) => isLater(column, bound),
      );
    }
    if (kind.is === 'time') {
      const column = this.clockColumn(kind.zoned, 'a range');
      const parse = (text: string) => parseTimeOfDay(text, kind.zoned, dialect);
      return this.outside(
        boundsOf(parameters, names, parse, compareTimesOfDay, 'a time of day such as 09:30'),
        isStrict,
        (bound) => isBeforeTime(column, bound),
        (bound) => isAfterTime(column, bound),
      );
    }
    const number = this.numbers('a range');
    const bounds = this.numberBounds(parameters, names);
    const nan = bounds.least || bounds.most ? dialect.special(this.x, number)?.nan : undefined;
    const outside = this.outside(
      bounds,
      isStrict,
      (bound) => this.below(bound, number),
      (bound) => this.above(bound, number),
    );
    // NaN lies outside of every bound.
    return nan === undefined ? outside : `(${outside} OR ${nan})`;
  }

  /** Bounds of values of a column of numbers, or of a statistic over them. @throws {CheckRefusal} */
  numberBounds(parameters: Parameters, names: BoundNames): Bounds<NumberValue> {
    const kind = this.numbers('a bound');
    return boundsOf(parameters, names, (text) => parseNumber(text, kind), compareNumbers, 'a number');
  }

  private outside<Value>(
    { least, most }: Bounds<Value>,
    isStrict: boolean,
    below: (bound: Value) => string,
    above: (bound: Value) => string,
  ): string {
    const parts = [
      ...(least === undefined ? [] : [isStrict ? this.unless(above(least)) : below(least)]),
      ...(most === undefined ? [] : [isStrict ? this.unless(below(most)) : above(most)]),
    ];
    return parts.length ? `(${parts.join(' OR ')})` : NEVER;
  }

  before(instant: Instant): string {
    return isBefore(this.timeColumn(this.kind as TimeColumn['kind']), instant);
  }

  notBefore(instant: Instant): string {
    return isNotBefore(this.timeColumn(this.kind as TimeColumn['kind']), instant);
  }

  private timeColumn(kind: TimeColumn['kind']): TimeColumn {
    return { x: this.x, kind, dialect: this.dialect, zone: this.target.zone };
  }

  /** @throws {CheckRefusal} `typeNotSupported` where the source does not order times with an offset */
  private clockColumn(zoned: boolean, what: string): ClockColumn {
    this.refuseUnless(!zoned || this.dialect.secondsOfDay !== undefined, what);
    return { x: this.x, zoned, dialect: this.dialect };
  }

  matches(pattern: string): string {
    this.refuseUnless(isText(this.kind) || ['int', 'date', 'uuid'].includes(this.kind.is), 'a pattern');
    return this.dialect.matches(this.x, this.kind, pattern);
  }

  private unless(condition: string): string {
    return `(${this.x} IS NOT NULL AND NOT (${condition}))`;
  }

  private equals(item: Item, kind: ComparedKind): Equal[] {
    const { dialect, x } = this;
    if (isText(kind))
      return isStorable(item.text)
        ? [{ left: dialect.exactText(x, kind), right: dialect.exactTextValue(item.text) }]
        : [];
    if (isNumber(kind)) return this.equalsNumber(item.text, kind);
    if (isTime(kind)) {
      const value = parseTime(item.text, dialect);
      return present(value && isEqualTime(this.timeColumn(kind), value));
    }
    if (kind.is === 'time') {
      const column = this.clockColumn(kind.zoned, 'a list of values');
      const value = parseTimeOfDay(item.text, kind.zoned, dialect);
      return present(value && isEqualTimeOfDay(column, value));
    }
    if (kind.is === 'uuid')
      return UUID.test(item.text) ? [{ left: x, right: dialect.uuid(item.text.toLowerCase()) }] : [];
    const truth = kind.is === 'bool' ? BOOLEANS[item.text.toLowerCase()] : undefined;
    return truth === undefined ? [] : [`${x} = ${dialect.bool(truth)}`];
  }

  private equalsNumber(text: string, kind: NumberKind): Equal[] {
    const { dialect, x } = this;
    const value = parseNumber(kind.is === 'int' && kind.isBit ? (BITS[text.toLowerCase()] ?? text) : text, kind);
    if (!value) return text.toLowerCase() === 'nan' ? present(dialect.special(x, kind)?.nan) : [];
    if (isInfinite(value)) return present(this.infinite(value, kind));
    if (kind.is === 'float') return [{ left: x, right: dialect.double(Number(decimalText(value))) }];
    const range = rangeOf(kind);
    if (value.scale > range.scale) return [];
    if (range.low && (compareDecimals(value, range.low) < 0 || compareDecimals(value, range.high!) > 0)) return [];
    return [{ left: x, right: dialect.exact(decimalText(value)) }];
  }

  /** The condition of the infinite values of that sign; undefined where the type has none. */
  private infinite(sign: Infinite, kind: NumberKind): string | undefined {
    const special = this.dialect.special(this.x, kind);
    return sign === 'Infinity' ? special?.infinite : special?.negative;
  }

  private below(bound: NumberValue, kind: NumberKind): string {
    if (isInfinite(bound)) return bound === 'Infinity' ? this.unless(this.infinite(bound, kind) ?? NEVER) : NEVER;
    if (kind.is === 'float') return `${this.x} < ${this.dialect.double(Number(decimalText(bound)))}`;
    // Rounded to the scale of the column, so that the source compares numbers of one type.
    const range = rangeOf(kind);
    const least = roundDecimal(bound, range.scale, 'up');
    if (range.low && compareDecimals(least, range.low) <= 0) return NEVER;
    if (range.high && compareDecimals(least, range.high) > 0) return `${this.x} IS NOT NULL`;
    return `${this.x} < ${this.dialect.exact(decimalText(least))}`;
  }

  private above(bound: NumberValue, kind: NumberKind): string {
    if (isInfinite(bound)) return bound === 'Infinity' ? NEVER : this.unless(this.infinite(bound, kind) ?? NEVER);
    if (kind.is === 'float') return `${this.x} > ${this.dialect.double(Number(decimalText(bound)))}`;
    const range = rangeOf(kind);
    const most = roundDecimal(bound, range.scale, 'down');
    if (range.high && compareDecimals(most, range.high) >= 0) return NEVER;
    if (range.low && compareDecimals(most, range.low) < 0) return `${this.x} IS NOT NULL`;
    return `${this.x} > ${this.dialect.exact(decimalText(most))}`;
  }
}

const isInfinite = (value: NumberValue): value is Infinite => typeof value === 'string';
const present = (condition: string | undefined): string[] => (condition === undefined ? [] : [condition]);

/** The range of the column; a PostgreSQL numeric without sizes everything. */
function rangeOf(kind: Exclude<NumberKind, { is: 'float' }>): { scale: number; low?: Decimal; high?: Decimal } {
  if (kind.is === 'int') return { scale: 0, low: decimalOf(kind.low), high: decimalOf(kind.high) };
  if (kind.whole === Infinity || kind.whole < 0 || kind.scale < 0) return { scale: kind.scale < 0 ? 0 : kind.scale };
  const most = 10n ** BigInt(kind.whole + kind.scale) - 1n;
  return { scale: kind.scale, low: decimalOf(-most, kind.scale), high: decimalOf(most, kind.scale) };
}

/** No source stores half of a character or U+0000 in a text. */
// eslint-disable-next-line no-control-regex -- the character is meant
export const isStorable = (text: string): boolean => !/[\u0000\p{Cs}]/u.test(text);

/** A column, or a field of a struct: its path as a text whose parts may be quoted, or the names that lead to it. */
export type ColumnName = string | readonly string[];

/** @param alias of its table, if any. @throws {CheckRefusal} `columnNotFound`, of no column `badParameter` */
export function conditionsOf(name: ColumnName | undefined, target: CheckTarget, alias?: string): Conditions {
  if (name === undefined) throw new CheckRefusal('badParameter', 'The check names no column');
  const { found, among } = checkedColumn(name, target);
  if (found)
    return new Conditions(
      found.names.length > 1 ? { ...found.column, path: found.names } : found.column,
      target,
      alias,
    );
  const shown = typeof name === 'string' ? name : name.join('.');
  const candidates = among.map(({ names }) => names.join('.')).join(' and ');
  const hint = candidates === '' ? '' : `: it could be any of ${candidates}`;
  throw new CheckRefusal('columnNotFound', `The table has no column ${shown}${hint}`);
}

export function checkedColumn(
  name: ColumnName,
  { columns, nameCase = 'exact' }: Pick<CheckTarget, 'columns' | 'nameCase'>,
): NamedOne<FoundColumn<SourceColumn>> {
  return columnAt(columns, name, nameCase);
}
