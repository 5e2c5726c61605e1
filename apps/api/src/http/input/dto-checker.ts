import { badRequest, childPath, invalidFields, isObject } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { Type } from '@nestjs/common';
import { fieldsOf } from './dto-fields';
import type { DtoField } from './dto-fields';

/** Query parameters as Fastify gives them: a repeated one is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

type Json = Readonly<Record<string, unknown>>;

const CHECKERS = new WeakMap<Type, DtoChecker<object>>();

/** The checker of a DTO class; made once. */
export function checkerOf<T extends object>(dto: Type<T>): DtoChecker<T> {
  const known = CHECKERS.get(dto) ?? new DtoChecker<object>(dto);
  CHECKERS.set(dto, known);
  return known as DtoChecker<T>;
}

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

  constructor(dto: Type<T>) {
    const fields = fieldsOf(dto);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    this.spellings = new Map(fields.flatMap((field) => field.spellings.map((spelling) => [spelling, field])));
    const initial = Object.entries(new dto()).filter(([, value]) => value !== undefined);
    this.defaults = Object.freeze(Object.fromEntries(initial));
    this.isEnoughEmpty = fields.every((field) => field.fault(this.defaults[field.name], this.defaults) === undefined);
  }

  /**
   * A body that is not there is an empty one, so that a DTO of optional fields can do without. `null` means absent.
   *
   * @throws {AppError} BAD_REQUEST that lists every wrong field with its path
   */
  body(sent: unknown): T {
    if (sent !== undefined && !isObject(sent)) throw badRequest(`The body is ${kindOf(sent)}; ${this.expected()}`);
    const faults: ErrorDetail[] = [];
    const value = this.checked(sent ?? {}, '', faults);
    if (faults.length > 0)
      throw sent === undefined ? badRequest(`The body is missing; ${this.expected()}`, faults) : invalidFields(faults);
    return value as T;
  }

  /** @throws {AppError} BAD_REQUEST that names every parameter which is unknown, repeated or not allowed */
  query(sent: RawQuery): T {
    if (this.isEnoughEmpty && Object.keys(sent).length === 0) return this.defaults as T;
    const faults: ErrorDetail[] = [];
    const value: Record<string, unknown> = { ...this.defaults };
    /** By the name of its property, how each parameter that is given was spelt. */
    const spelt: Record<string, string> = {};
    const refused = this.read(sent, value, spelt, faults);
    for (const field of this.fields.values()) {
      // A parameter that was refused already counts as given: it is not missing on top.
      if (refused?.has(field.name)) continue;
      const message = field.fault(value[field.name], value);
      if (message !== undefined) faults.push({ field: spelt[field.name] ?? field.name, message });
    }
    if (faults.length > 0) throw invalidFields(faults);
    return value as T;
  }

  /** Reads what is given into `value`; the properties whose parameters are refused for how they are given. */
  private read(
    sent: RawQuery,
    value: Record<string, unknown>,
    spelt: Record<string, string>,
    faults: ErrorDetail[],
  ): ReadonlySet<string> | undefined {
    let refused: Set<string> | undefined;
    for (const spelling of Object.keys(sent)) {
      const text = sent[spelling];
      const field = this.spellings.get(spelling);
      if (field && text !== undefined) {
        const message = refusalOf(field, text, spelling, spelt[field.name]);
        if (message === undefined) value[field.name] = field.read(text, spelling);
        else {
          faults.push({ field: spelt[field.name] ?? spelling, message });
          (refused ??= new Set()).add(field.name);
        }
        spelt[field.name] ??= spelling;
      } else faults.push({ field: spelling, message: this.unknownParameter() });
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

  private checked(sent: Json, path: string, faults: ErrorDetail[]): Json {
    for (const [name, value] of Object.entries(sent)) {
      if (this.fields.has(name) || value === null) continue;
      faults.push({
        field: childPath(path, name),
        message: `is not a known property here: allowed are ${this.known()} and nothing else`,
      });
    }
    const value: Record<string, unknown> = { ...this.defaults };
    for (const { name } of this.fields.values()) {
      if (Object.hasOwn(sent, name) && sent[name] !== null) value[name] = sent[name];
    }
    for (const field of this.fields.values()) {
      const at = childPath(path, field.name);
      const message = field.fault(value[field.name], value);
      if (message !== undefined) faults.push({ field: at, message });
      if (field.nested) value[field.name] = this.nested(field, value[field.name], at, faults);
    }
    return value;
  }

  private nested(field: DtoField, value: unknown, path: string, faults: ErrorDetail[]): unknown {
    if (Array.isArray(value)) return value.map((item, at) => this.item(field, item, childPath(path, at), faults));
    return isObject(value) && field.nested ? checkerOf(field.nested).checked(value, path, faults) : value;
  }

  private item(field: DtoField, value: unknown, path: string, faults: ErrorDetail[]): unknown {
    const message = field.itemFault(value);
    if (message !== undefined) faults.push({ field: path, message });
    return this.nested(field, value, path, faults);
  }
}

function kindOf(body: unknown): string {
  if (body === null) return 'null';
  return Array.isArray(body) ? 'an array' : `a ${typeof body}`;
}

/** What is wrong with how a parameter is given. */
function refusalOf(
  { repeatable }: DtoField,
  text: string | string[],
  spelling: string,
  other: string | undefined,
): string | undefined {
  if (other !== undefined) return `is given as ${other} and ${spelling}; give it once`;
  return Array.isArray(text) && !repeatable ? `is given ${text.length} times; it may stand once` : undefined;
}
