import { childPath, MOST_FAULTS, type ErrorDetail } from '@app/common';

/** A value larger than its limit, or one that is not taken any more. A document already stored like this is accepted, see requireNoGrowth. */
export interface Excess extends ErrorDetail {
  /** The limit that is exceeded: its path without item indexes, `columns[].description`. */
  readonly limit: string;
  readonly size: number;
}

/** @param size a function is called when the size is first asked for */
export function excess(what: Omit<Excess, 'size'>, size: number | (() => number)): Excess {
  if (typeof size === 'number') return { ...what, size };
  let known: number | undefined;
  const lazy = { enumerable: false, get: () => (known ??= size()) };
  return Object.defineProperty({ ...what }, 'size', lazy) as Excess;
}

/** Collects faults while a value is traversed. The current path is a list of steps, rendered only for faults. */
export class CheckReport {
  readonly faults: ErrorDetail[] = [];
  readonly excesses: Excess[] = [];
  /** Number of named parts (columns, fields, tasks) in each member of the document, at all depths. */
  readonly parts = new Map<string, number>();
  private readonly steps: (string | number)[] = [];

  /** One more fault than the report returns, so that the caller knows whether there are more. */
  get isFull(): boolean {
    return this.faults.length > MOST_FAULTS;
  }

  /** Exceeded limits first. */
  get all(): readonly ErrorDetail[] {
    return [...this.excesses, ...this.faults];
  }

  get count(): number {
    return this.faults.length + this.excesses.length;
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

  /** @param below where it is, from here on: a member that is missing or unknown, an item of a list */
  fault(message: string, ...below: (string | number)[]): void {
    this.faults.push({ field: [...this.steps, ...below].reduce<string>(childPath, ''), message });
  }

  /** Reports a value that is not taken, but where the same one is stored there already. */
  unwanted(value: string, message: string): void {
    const field = this.steps.reduce<string>(childPath, '');
    const member = this.steps.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
    this.excesses.push(excess({ field, message, limit: `${member} ${value}` }, 1));
  }

  /** @param size a function where finding it takes long: it is asked only if a stored document exceeds the same limit */
  excess(size: number | (() => number), message: string): void {
    const field = this.steps.reduce<string>(childPath, '');
    const limit = this.steps.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
    this.excesses.push(excess({ field, message, limit }, size));
  }
}
