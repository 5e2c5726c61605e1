import { childPath, MOST_FAULTS } from '@app/common';
import type { ErrorDetail } from '@app/common';

/** Something that is larger than its limit. A document that was stored like this may stay so, see requireNoGrowth. */
export interface Excess extends ErrorDetail {
  /** Which limit it is: its path without the numbers of items, `columns[].description`. */
  readonly limit: string;
  readonly size: number;
}

/** What a check finds on its way through a value. The way itself is kept, and made into a text only for what is wrong. */
export class CheckReport {
  readonly faults: ErrorDetail[] = [];
  readonly excesses: Excess[] = [];
  /** How many named parts (columns, fields, tasks) lie in each member of the document, in all depths. */
  readonly parts = new Map<string, number>();
  private readonly steps: (string | number)[] = [];

  /** One more than is told, so that whoever tells them knows that there are more. */
  get isFull(): boolean {
    return this.faults.length > MOST_FAULTS;
  }

  enter(step: string | number): void {
    this.steps.push(step);
  }

  leave(): void {
    this.steps.pop();
  }

  part(): void {
    const member = String(this.steps[0]);
    this.parts.set(member, (this.parts.get(member) ?? 0) + 1);
  }

  /** @param member the member that is missing or unknown here */
  fault(message: string, member?: string): void {
    const path = this.steps.reduce<string>(childPath, '');
    this.faults.push({ field: member === undefined ? path : childPath(path, member), message });
  }

  excess(size: number, message: string): void {
    const field = this.steps.reduce<string>(childPath, '');
    const limit = this.steps.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
    this.excesses.push({ field, message, limit, size });
  }
}
