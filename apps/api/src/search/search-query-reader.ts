import { invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { NamedText } from '@app/search';
import type { RawQuery } from '../entities/query-reader';

/** Reads query parameters that have several spellings. Every fault is collected; `end` throws them together. */
export class SearchQueryReader {
  private readonly faults: ErrorDetail[] = [];
  private readonly read = new Set<string>();

  constructor(private readonly query: RawQuery) {}

  /** All values of a parameter that may be repeated, under one spelling. */
  texts(...spellings: string[]): { readonly parameter: string; readonly texts: readonly string[] } | undefined {
    for (const spelling of spellings) this.read.add(spelling);
    const given = spellings.filter((spelling) => this.query[spelling] !== undefined);
    const [parameter] = given;
    if (parameter === undefined) return undefined;
    if (given.length > 1) this.fault(parameter, `is given as ${given.join(' and ')}; give it once`);
    const value = this.query[parameter];
    return { parameter, texts: typeof value === 'string' ? [value] : (value ?? []) };
  }

  named(...spellings: string[]): NamedText | undefined {
    const found = this.texts(...spellings);
    if (!found) return undefined;
    const { parameter, texts } = found;
    if (texts.length > 1) this.fault(parameter, `is given ${texts.length} times; give it once`);
    return { parameter, text: texts[0] ?? '' };
  }

  text(...spellings: string[]): string | undefined {
    return this.named(...spellings)?.text;
  }

  integer(
    { least, most, otherwise }: { least: number; most: number; otherwise: number },
    ...spellings: string[]
  ): number {
    const found = this.named(...spellings);
    if (!found) return otherwise;
    const number = /^-?\d{1,15}$/.test(found.text) ? Number(found.text) : NaN;
    if (number >= least && number <= most) return number;
    this.fault(found.parameter, `must be an integer from ${least} to ${most}, got "${found.text}"`);
    return otherwise;
  }

  boolean(otherwise: boolean, ...spellings: string[]): boolean {
    return this.word(['true', 'false'], String(otherwise) as 'true' | 'false', ...spellings) === 'true';
  }

  word<Word extends string>(allowed: readonly Word[], otherwise: Word, ...spellings: string[]): Word {
    const found = this.named(...spellings);
    if (!found) return otherwise;
    if ((allowed as readonly string[]).includes(found.text)) return found.text as Word;
    this.fault(found.parameter, `must be one of ${allowed.join(', ')}; got "${found.text}"`);
    return otherwise;
  }

  fault(field: string, message: string): void {
    this.faults.push({ field, message });
  }

  /** @throws {AppError} BAD_REQUEST for what was wrong, and for parameters that nobody read */
  end(): void {
    const known = [...this.read].join(', ');
    for (const name of Object.keys(this.query)) {
      if (!this.read.has(name)) this.fault(name, `is not a query parameter of this route; known: ${known}`);
    }
    if (this.faults.length) throw invalidFields(this.faults);
  }
}
