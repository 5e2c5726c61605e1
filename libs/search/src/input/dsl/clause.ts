import { badRequest, childPath, isObject, type AppError } from '@app/common';

type Json = Readonly<Record<string, unknown>>;

/** Greatest boost, weight or factor. */
const MOST_BOOST = 1e6;

/** One JSON object of a filter with its path. Each getter refuses, by name and path, what is not of its kind. */
export class Clause {
  private constructor(
    readonly path: string,
    private readonly body: Json,
    /** The object stands for a bare value: its one key is not written. */
    private readonly isShort = false,
  ) {}

  /** `value` read as `{key: value}`; paths are those of the value. */
  static short(key: string, value: unknown, path: string): Clause {
    return new Clause(path, { [key]: value }, true);
  }

  /** @throws {AppError} BAD_REQUEST where it is not an object */
  static of(value: unknown, path: string): Clause {
    if (!isObject(value)) throw refused(path, `must be an object, got ${shown(value)}`);
    return new Clause(path, value);
  }

  /** The keys in the order they were sent. */
  get keys(): readonly string[] {
    return Object.keys(this.body);
  }

  at(key: string): string {
    return this.isShort ? this.path : childPath(this.path, key);
  }

  /** @throws {AppError} BAD_REQUEST for the first key that is none of these */
  only(...allowed: readonly string[]): this {
    const unknown = this.keys.find((key) => !allowed.includes(key));
    if (unknown !== undefined) throw notAllowed(this.at(unknown), allowed);
    return this;
  }

  /** The one key of an object such as `{"<field>": …}`. */
  single(what: string): string {
    const [key, second] = this.keys;
    if (key === undefined) throw refused(this.path, `is empty; it must name ${what}`);
    if (second !== undefined) throw refused(this.at(second), `is one too many; there must be exactly ${what}`);
    return key;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.body, key);
  }

  raw(key: string): unknown {
    return this.has(key) ? this.body[key] : undefined;
  }

  /** `raw`, which must be there. */
  needed(key: string): unknown {
    if (!this.has(key)) throw refused(this.path, `needs ${key}`);
    return this.body[key];
  }

  child(key: string): Clause {
    return Clause.of(this.needed(key), this.at(key));
  }

  /** The children of a list, or the only one where it stands without a list. */
  list(key: string): readonly { readonly value: unknown; readonly path: string }[] {
    const value = this.raw(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [{ value, path: this.at(key) }];
    return value.map((item: unknown, at) => ({ value: item, path: childPath(this.at(key), at) }));
  }

  text(key: string): string {
    return textOf(this.needed(key), this.at(key));
  }

  optionalText(key: string): string | undefined {
    return this.has(key) ? this.text(key) : undefined;
  }

  texts(key: string, most: number): readonly string[] {
    const value = this.raw(key);
    if (!Array.isArray(value)) throw refused(this.at(key), `must be a list of texts, got ${shown(value)}`);
    if (value.length > most) throw refused(this.at(key), `has ${value.length} entries; allowed are up to ${most}`);
    return value.map((item: unknown, at) => textOf(item, childPath(this.at(key), at)));
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.raw(key);
    if (value === undefined) return fallback;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw refused(this.at(key), `must be true or false, got ${shown(value)}`);
  }

  /** A finite number between both ends. */
  number(key: string, { min, max, fallback }: { min: number; max: number; fallback?: number }): number {
    const value = this.has(key) || fallback === undefined ? this.needed(key) : fallback;
    const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !(number >= min && number <= max)) {
      throw refused(this.at(key), `must be a number from ${min} to ${max}, got ${shown(value)}`);
    }
    return number;
  }

  integer(key: string, range: { min: number; max: number; fallback?: number }): number {
    const value = this.number(key, range);
    if (!Number.isInteger(value)) throw refused(this.at(key), `must be a whole number, got ${shown(value)}`);
    return value;
  }

  boost(): number {
    return this.number('boost', { min: 0, max: MOST_BOOST, fallback: 1 });
  }

  oneOf<T extends string>(key: string, allowed: readonly T[], fallback: T): T {
    const value = this.raw(key);
    if (value === undefined) return fallback;
    const word = allowed.find((name) => name === (typeof value === 'string' ? value.toLowerCase() : value));
    if (!word) throw refused(this.at(key), `must be one of ${allowed.join(', ')}, got ${shown(value)}`);
    return word;
  }
}

function textOf(value: unknown, path: string): string {
  if (typeof value !== 'string') throw refused(path, `must be a text, got ${shown(value)}`);
  return value;
}

/** Longest part of what was sent that a message repeats. */
const MOST_SHOWN = 100;

/** 400 for a fault at one path of a filter or an aggregation: `query_filter.bool.must[2].script: …`. */
export function refused(path: string, message: string): AppError {
  return badRequest(`${path}: ${message}`, [{ field: path, message }]);
}

/** A value of the caller's, short enough for a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** 400 that says what may stand there instead. */
export function notAllowed(path: string, allowed: readonly string[]): AppError {
  return refused(path, `is not allowed here; allowed are ${allowed.join(', ')}`);
}
