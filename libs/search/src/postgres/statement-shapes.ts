import { createHash } from 'node:crypto';
import type { Statement } from './compile/parameters';

/** A statement shape seen this often is prepared. */
const NAMED_FROM = 3;
/** Each costs every connection some 100 KB. */
const MOST_NAMED = 32;
/** Statement texts counted at the same time. */
const MOST_COUNTED = 500;

/** A number as `numberText` writes it. */
const NUMBER = /\((-?\d[\d.]*(?:e[+-]?\d+)?)\)::float8/g;

export interface ShapedStatement extends Statement {
  readonly name?: string;
}

/**
 * Statements that differ in nothing but their values share one text, and those that are sent often are prepared under a name:
 * parsing and planning a search takes longer than running it on a small catalog. PostgreSQL then plans without the values, so
 * this is not for a catalog in which they decide about the plan.
 */
export class StatementShapes {
  private readonly named = new Map<string, string>();
  private counts = new Map<string, number>();

  of(statement: Statement): ShapedStatement {
    const shape = shapeOf(statement);
    const name = this.named.get(shape.text) ?? this.nameOf(shape.text);
    return name === undefined ? statement : { ...shape, name };
  }

  private nameOf(text: string): string | undefined {
    if (this.named.size === MOST_NAMED) return undefined;
    const count = (this.counts.get(text) ?? 0) + 1;
    if (count < NAMED_FROM) {
      if (this.counts.size === MOST_COUNTED) this.counts = new Map();
      this.counts.set(text, count);
      return undefined;
    }
    this.counts.delete(text);
    const name = `search_shape_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    this.named.set(text, name);
    return name;
  }
}

/** Its numbers, which are scores and boosts, become values as all others are. */
function shapeOf({ text, values }: Statement): Statement {
  const all = [...values];
  return { text: text.replace(NUMBER, (_, number: string) => `$${all.push(Number(number))}::float8`), values: all };
}
