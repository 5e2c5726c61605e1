import { joinFqn, splitFqn } from '@app/catalog';
import { columnsOfPromise, type ContractDocument, sortRules, type StatedPromise } from '@app/contracts';
import type { HiddenTables } from '@app/quality';

/** The table whose values are judged. */
export interface HiddenSubject {
  readonly tables: HiddenTables;
  /** FQN of the asset. */
  readonly asset: string;
  readonly contract: ContractDocument;
}

/** Targets of an SLA that a column may measure. */
const BY_COLUMN: ReadonlySet<string> = new Set(['refreshFrequency', 'maxLatency']);

/**
 * Whether the outcome of a promise would reveal values that are hidden: bounds that are tried one by one would find them. That a column is there, and its type,
 * are no values.
 */
export function isHiddenPromise(promise: StatedPromise, { tables, asset, contract }: HiddenSubject): boolean {
  if (tables.isEmpty) return false;
  const own = splitFqn(asset) ?? [asset];
  const hidesColumn = (names: readonly string[]): boolean => tables.hidesColumn(joinFqn(undefined, ...own, ...names));
  switch (promise.kind) {
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'option':
    case 'primaryKey':
    case 'reference':
      return columnsOfPromise(promise).some(({ names }) => hidesColumn(names));
    case 'expectation': {
      const expected = contract.qualityExpectations?.[promise.index];
      const fqn = typeof expected === 'string' ? undefined : expected?.fullyQualifiedName;
      return fqn !== undefined && tables.hidesTest(fqn);
    }
    case 'rule': {
      const rule = sortRules(contract.odcsQualityRules).tests.find(({ index }) => index === promise.index);
      // One of the whole table may read every column.
      if (!rule || rule.column.length === 0) return rule?.metric !== 'rowCount' && tables.hasColumns(asset);
      return rule.metric === 'sql' ? tables.hasColumns(asset) : hidesColumn(rule.column);
    }
    case 'sla': {
      const { columnName } = (contract.sla ?? {}) as { readonly columnName?: string };
      const isByColumn = BY_COLUMN.has(promise.member) && columnName !== undefined;
      return isByColumn && hidesColumn(splitFqn(columnName) ?? [columnName]);
    }
    case 'column':
    case 'typeOption':
    case 'partition':
    case 'semantics':
    case 'schemaPolicy':
    case 'policy':
    case 'classification':
    case 'terms':
    case 'document':
      return false;
  }
}
