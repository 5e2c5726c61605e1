import { CheckReport } from '@app/catalog';
import { badRequest, invalidFields, isObject, jsonBytesUpTo, oncePer } from '@app/common';
import type { Type } from '@nestjs/common';
import { fieldsOf, type DtoField } from './dto-fields';

/** Query parameters as Fastify gives them: a repeated one is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

/** The statics that the class of a body may have beside its properties. */
export interface DtoClass<T extends object> extends Type<T> {
  /** Bytes of JSON that it may have. */
  readonly maxBytes?: number;
  /** The body as an object of the class, for one that may come in another form, such as the bare list. */
  readonly fromBody?: (sent: unknown) => unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** The checker of a DTO class; made once. */
export const checkerOf: <T extends object>(dto: Type<T>) => DtoChecker<T> = oncePer((dto) => new DtoChecker(dto));

/**
 * Checks queries and bodies by the decorators of class-validator on a DTO class, with its messages. They are looked up once, and no
 * instance is made: what comes out is a plain object with the properties of the class.
 */
export class DtoChecker<T extends object> {
  private readonly fields: ReadonlyMap<string, DtoField>;
  /** Fields by each name that a query parameter may be spelt with. */
  private readonly spellings: ReadonlyMap<string, DtoField>;
  private readonly defaults: Json;
  /** Whether nothing is required. */
  private readonly isEnoughEmpty: boolean;

  constructor(private readonly dto: DtoClass<T>) {
    const fields = fieldsOf(dto);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    this.spellings = new Map(fields.flatMap((field) => field.spellings.map((spelling) => [spelling, field])));
    const initial = Object.entries(new dto()).filter(([, value]) => value !== undefined);
    this.defaults = Object.freeze(Object.fromEntries(initial));
    for (const [name, value] of initial) documentDefault(dto.prototype as object, name, value);
    const report = new CheckReport();
    for (const field of fields) field.check(this.defaults[field.name], report, this.defaults);
    this.isEnoughEmpty = report.count === 0;
  }

  /**
   * A body that is not there is an empty one, so that a DTO of optional fields can do without. `null` means absent.
   *
   * @throws {AppError} BAD_REQUEST that lists every wrong field with its path
   */
  body(given: unknown): T {
    const sent = this.dto.fromBody ? this.dto.fromBody(given) : given;
    if (sent !== undefined && !isObject(sent)) throw badRequest(`The body is ${kindOf(sent)}; ${this.expected()}`);
    const report = new CheckReport();
    const value = this.check(sent ?? {}, report);
    if (report.count === 0) return value as T;
    throw sent === undefined
      ? badRequest(`The body is missing; ${this.expected()}`, report.all)
      : invalidFields(report.all);
  }

  /** @throws {AppError} BAD_REQUEST that names every parameter which is unknown, repeated or not allowed */
  query(sent: RawQuery): T {
    if (this.isEnoughEmpty && Object.keys(sent).length === 0) return this.defaults as T;
    const report = new CheckReport();
    const value: Record<string, unknown> = { ...this.defaults };
    /** By the name of its property, how each parameter that is given was spelt. */
    const spelt: Record<string, string> = {};
    const refused = this.read(sent, value, spelt, report);
    for (const field of this.fields.values()) {
      // A parameter that was refused already counts as given: it is not missing on top.
      if (!refused?.has(field.name)) checkField(field, value, report, spelt[field.name]);
    }
    if (report.count > 0) throw invalidFields(report.all);
    return value as T;
  }

  /** Reports what is wrong with an object, and gives what of it the class declares. */
  check(sent: Json, report: CheckReport): Json {
    const { maxBytes } = this.dto;
    if (maxBytes !== undefined && jsonBytesUpTo(sent, maxBytes) > maxBytes)
      report.fault(`must have at most ${maxBytes} bytes as JSON`);
    const value: Record<string, unknown> = { ...this.defaults };
    for (const name of Object.keys(sent)) {
      if (report.isFull) return value;
      const member = sent[name];
      if (member === null || member === undefined) continue;
      if (this.fields.has(name)) value[name] = member;
      else report.fault(`is not a known property here: allowed are ${this.known()} and nothing else`, name);
    }
    for (const field of this.fields.values()) {
      if (report.isFull) return value;
      checkField(field, value, report);
    }
    return value;
  }

  /** Reads what is given into `value`; the properties whose parameters are refused for how they are given. */
  private read(
    sent: RawQuery,
    value: Record<string, unknown>,
    spelt: Record<string, string>,
    report: CheckReport,
  ): ReadonlySet<string> | undefined {
    let refused: Set<string> | undefined;
    for (const spelling of Object.keys(sent)) {
      const text = sent[spelling];
      const field = this.spellings.get(spelling);
      if (field && text !== undefined) {
        const message = refusalOf(field, text, spelling, spelt[field.name]);
        if (message === undefined) value[field.name] = field.read(text, spelling);
        else {
          report.fault(message, spelt[field.name] ?? spelling);
          (refused ??= new Set()).add(field.name);
        }
        spelt[field.name] ??= spelling;
      } else report.faults.push({ field: spelling, message: this.unknownParameter() }); // as it was sent, no step of a path
    }
    return refused;
  }

  private unknownParameter(): string {
    const known = [...this.spellings.keys()].join(', ');
    return `is not a query parameter of this route; known: ${known || 'none'}`;
  }

  private expected(): string {
    return `a JSON object is expected, with ${this.known()}`;
  }

  private known(): string {
    return [...this.fields.keys()].join(', ');
  }
}

function checkField({ name, check }: DtoField, value: Record<string, unknown>, report: CheckReport, step = name): void {
  report.enter(step);
  const kept = check(value[name], report, value);
  report.leave();
  if (kept !== undefined) value[name] = kept;
}

/** The metadata key under which the API document describes a property, which may be one that the class inherits. */
const DOCUMENTED = 'swagger/apiModelProperties';

function documentDefault(prototype: object, name: string, value: unknown): void {
  const said = Reflect.getMetadata(DOCUMENTED, prototype, name) as object | undefined;
  if (said) Reflect.defineMetadata(DOCUMENTED, { ...said, default: value }, prototype, name);
}

function kindOf(body: unknown): string {
  if (body === null) return 'null';
  return Array.isArray(body) ? 'an array' : `a ${typeof body}`;
}

/** The fault in how a parameter is given. */
function refusalOf(
  { repeatable }: DtoField,
  text: string | string[],
  spelling: string,
  other: string | undefined,
): string | undefined {
  if (other !== undefined) return `is given as ${other} and ${spelling}; give it once`;
  return Array.isArray(text) && !repeatable ? `is given ${text.length} times; it may stand once` : undefined;
}
