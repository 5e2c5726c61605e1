import { invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';

/** Query parameters as Fastify gives them: a repeated one is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads the query parameters of routes whose parameters follow from a type's description. Every fault is collected; `end` throws
 * them together.
 */
export class QueryReader {
  private readonly faults: ErrorDetail[] = [];
  private readonly read = new Set<string>();

  constructor(private readonly query: RawQuery) {}

  text(name: string): string | undefined {
    this.read.add(name);
    const value = this.query[name];
    if (!Array.isArray(value)) return value;
    this.faults.push({ field: name, message: `is given ${value.length} times; give it once` });
    return undefined;
  }

  integer(name: string, { least, most, otherwise }: { least: number; most: number; otherwise: number }): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    this.faults.push({ field: name, message: `must be an integer from ${least} to ${most}, got "${value}"` });
    return otherwise;
  }

  /** As `integer`; or the word, which stands for the value that it is given with. */
  integerOr(word: string, value: number, name: string, range: Parameters<QueryReader['integer']>[1]): number {
    if (this.text(name) === word) return value;
    const known = this.faults.length;
    const number = this.integer(name, range);
    const fault = this.faults[known];
    if (fault) this.faults[known] = { ...fault, message: fault.message.replace(', got', ` or ${word}, got`) };
    return number;
  }

  boolean(name: string): boolean {
    return this.word(name, ['true', 'false'], 'false') === 'true';
  }

  word<Word extends string>(name: string, allowed: readonly Word[], otherwise: Word): Word {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    if ((allowed as readonly string[]).includes(value)) return value as Word;
    this.faults.push({ field: name, message: `must be one of ${allowed.join(', ')}; got "${value}"` });
    return otherwise;
  }

  /** @throws {AppError} BAD_REQUEST for what was wrong, and for parameters that nobody read */
  end(): void {
    const known = [...this.read].join(', ');
    for (const name of Object.keys(this.query)) {
      if (!this.read.has(name))
        this.faults.push({ field: name, message: `is not a query parameter of this route; known: ${known}` });
    }
    if (this.faults.length) throw invalidFields(this.faults);
  }
}
