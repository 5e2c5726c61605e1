import {
  forbiddenKey,
  holdsLoneSurrogate,
  holdsNull,
  jsonFault,
  MAX_DEPTH,
  notFinite,
  tooDeep,
  childPath,
} from './json-fault';

/** Whether a value parsed from JSON or YAML is an object: neither a list nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A row from which something is made: what is optional there is null here. */
export type RowOf<Made> = {
  readonly [Name in keyof Made]-?: undefined extends Made[Name] ? Exclude<Made[Name], undefined> | null : Made[Name];
};

/** A row without the members that are null. */
export function withoutNulls<Made extends object>(row: RowOf<Made>): Made {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Made;
}

const NOTHING = null as object | null;

/** A copy of a value as JSON has it, all depths, without undefined members: quicker than by its text, or than `structuredClone`. */
export function copyOfJson<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copyOfJson(item)) as Value;
  // Spread, since an assignment to `__proto__` makes no member unless there is one; behind another, since copies are completed: see
  // deploy/bundle/spreads.mjs.
  const copy = { ...NOTHING, ...value } as Record<string, unknown>;
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (member === undefined) delete copy[key];
    else if (typeof member === 'object') copy[key] = copyOfJson(member);
  }
  return copy as Value;
}

/** With the flag u a surrogate pair is one character, so only lone surrogates match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** False for U+0000 and lone surrogates, which PostgreSQL text cannot store. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** Traverses a value; the path is formatted only for errors. */
class ValueCheck {
  private readonly steps: (string | number)[] = [];

  check(value: unknown): void {
    if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'object' && value !== null) this.container(value);
    else if (typeof value !== 'boolean' && value !== null)
      throw jsonFault(this.path(), `is a ${typeof value}, which JSON does not have`);
  }

  private number(value: number): void {
    if (!Number.isFinite(value)) throw notFinite(this.path());
  }

  private text(text: string): void {
    if (text.includes('\0')) throw holdsNull(this.path());
    if (LONE_SURROGATE.test(text)) throw holdsLoneSurrogate(this.path());
  }

  private container(value: object): void {
    if (this.steps.length === MAX_DEPTH) throw tooDeep(this.path());
    if (Array.isArray(value)) value.forEach((child, at) => this.inside(at, child));
    else this.object(value);
  }

  private object(value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw jsonFault(this.path(), `is a ${value.constructor.name}, which JSON does not have`);
    }
    for (const key of Object.keys(value)) {
      this.text(key);
      if (key === '__proto__') throw forbiddenKey(childPath(this.path(), key));
      this.inside(key, (value as Readonly<Record<string, unknown>>)[key]);
    }
  }

  private inside(step: string | number, child: unknown): void {
    this.steps.push(step);
    this.check(child);
    this.steps.pop();
  }

  private path(): string {
    return this.steps.reduce<string>(childPath, '');
  }
}

/**
 * Validates a value that was not parsed from JSON text (YAML, the result of a patch) against those rules of
 * `parseStrictJson` that still apply. Recursion is bounded by the depth limit.
 *
 * @throws {AppError} BAD_REQUEST naming the location
 */
export function checkJsonValue(value: unknown): void {
  new ValueCheck().check(value);
}
