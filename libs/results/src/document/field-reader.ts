import { isObject } from '@app/common';
import type { ErrorDetail } from '@app/common';

type Check<T> = (value: unknown) => T | undefined;
type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a JSON object; `null` means absent, and fields that are never read are unknown. Errors are
 * collected.
 */
export class FieldReader {
  private readonly read = new Set<string>();

  constructor(
    private readonly object: Json,
    private readonly path: string,
    private readonly faults: ErrorDetail[],
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.object, name) && this.object[name] !== null && this.object[name] !== undefined;
  }

  /** The field if it passes the check; otherwise an error with the text of `expected`. */
  take<T>(name: string, expected: string, check: Check<T>): T | undefined {
    this.read.add(name);
    if (!this.has(name)) return undefined;
    const value = check(this.object[name]);
    if (value === undefined) this.fault(name, `must be ${expected}`);
    return value;
  }

  text(name: string): string | undefined {
    return this.take(name, 'a string', (value) => (typeof value === 'string' ? value : undefined));
  }

  flag(name: string): boolean | undefined {
    return this.take(name, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  /** A non-negative safe integer. */
  count(name: string): number | undefined {
    return this.take(name, 'an integer of 0 or more', (value) =>
      Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined,
    );
  }

  list<T>(name: string, expected: string, item: Check<T>): T[] | undefined {
    return this.take(name, `an array of ${expected}`, (value) => {
      const items = Array.isArray(value) ? value.map(item) : [undefined];
      return items.includes(undefined) ? undefined : (items as T[]);
    });
  }

  child(name: string): FieldReader | undefined {
    const value = this.take(name, 'an object', (member) => (isObject(member) ? member : undefined));
    return value && new FieldReader(value, this.at(name), this.faults);
  }

  fault(name: string, message: string): void {
    this.faults.push({ field: this.at(name), message });
  }

  /** Call it last: reports every field that was not read. */
  refuseOthers(): void {
    for (const name of Object.keys(this.object)) {
      if (!this.read.has(name)) this.fault(name, `is unknown; allowed are ${[...this.read].join(', ')}`);
    }
  }

  private at(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}
