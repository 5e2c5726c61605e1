import { listOf, objectOf } from '../../event/lenient';
import type { DbtColumn } from '../project';

/** The constraints that a node declares of its table as a whole. */
export class TableConstraints {
  /** Types of those over one column, by its name. */
  private readonly alone = new Map<unknown, unknown[]>();
  private readonly inKey = new Set<unknown>();

  constructor(sent: readonly unknown[]) {
    for (const one of sent) {
      const constraint = objectOf(one);
      const columns = listOf(constraint?.columns);
      if (columns.length === 1) this.typesOf(columns[0]).push(constraint?.type);
      if (constraint?.type === 'primary_key') for (const column of columns) this.inKey.add(column);
    }
  }

  /** The strongest constraint of a column; a key over several columns makes none of them unique. */
  strongest(column: string, own: readonly unknown[]): DbtColumn['constraint'] | undefined {
    const types = new Set([...own.map((one) => objectOf(one)?.type), ...(this.alone.get(column) ?? [])]);
    if (types.has('primary_key')) return 'PRIMARY_KEY';
    if (types.has('unique')) return 'UNIQUE';
    return types.has('not_null') || this.inKey.has(column) ? 'NOT_NULL' : undefined;
  }

  private typesOf(column: unknown): unknown[] {
    const types = this.alone.get(column) ?? [];
    this.alone.set(column, types);
    return types;
  }
}
