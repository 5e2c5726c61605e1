import type { PatchBudget } from './patch-budget';

type Container = unknown[] | Record<string, unknown>;

/** The target of a JSON Pointer in a document: an object member or an array item, existing or not. */
export class PatchTarget {
  private constructor(
    private readonly pointer: string,
    private readonly container: Container,
    private readonly key: string,
    private readonly budget: PatchBudget,
  ) {}

  /** @throws {Error} if the container of the target does not exist */
  static find(document: Record<string, unknown>, pointer: string, budget: PatchBudget): PatchTarget {
    const keys = pointer.slice(1).split('/').map(unescaped);
    const last = keys.pop() as string;
    budget.step(1 + keys.length);
    let container: unknown = document;
    for (const key of keys) container = memberOf(container, key, pointer);
    if (typeof container !== 'object' || container === null) throw missing(pointer);
    return new PatchTarget(pointer, container as Container, last, budget);
  }

  get isThere(): boolean {
    return Object.hasOwn(this.container, this.key);
  }

  /** @throws {Error} if the value does not exist */
  get value(): unknown {
    return memberOf(this.container, this.key, this.pointer);
  }

  /** Adds a value: in an array before the existing item, or at its end. */
  add(value: unknown): void {
    const { container, key } = this;
    if (!Array.isArray(container)) return this.set(container, value);
    const at = key === '-' ? container.length : indexOf(key, container.length, this.pointer);
    this.budget.shift(container.length - at);
    container.splice(at, 0, value);
  }

  /** @throws {Error} if the value does not exist */
  replace(value: unknown): void {
    const { container, key, value: _mustBeThere } = this;
    if (Array.isArray(container)) container[Number(key)] = value;
    else this.set(container, value);
  }

  /** Removes the value. @throws {Error} if it does not exist */
  remove(): unknown {
    const { container, key, value } = this;
    if (Array.isArray(container)) {
      this.budget.shift(container.length - Number(key));
      container.splice(Number(key), 1);
    } else Reflect.deleteProperty(container, key);
    return value;
  }

  private set(container: Record<string, unknown>, value: unknown): void {
    if (this.key === '__proto__') throw new Error(`${shown(this.pointer)} names __proto__, which no object may have`);
    container[this.key] = value;
  }
}

function memberOf(container: unknown, key: string, pointer: string): unknown {
  if (Array.isArray(container)) return container[indexOf(key, container.length - 1, pointer)];
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, key)) throw missing(pointer);
  return (container as Record<string, unknown>)[key];
}

function indexOf(key: string, most: number, pointer: string): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(key))
    throw new Error(`${shown(pointer)} needs the index of an item, got ${shown(key)}`);
  const index = Number(key);
  if (index > most) throw new Error(`${shown(pointer)} is beyond the end of the array`);
  return index;
}

const missing = (pointer: string): Error => new Error(`there is nothing at ${shown(pointer)}`);

/** A token of a JSON Pointer: `a~1b` → `a/b`. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
