import { joinFqn, splitFqn } from '@app/catalog';
import type { NameCase } from '@app/datatypes';
import { hidesPath } from './tagged-columns';

/** A table that has hidden columns for a caller. */
export interface HiddenTable {
  /** Paths of the columns that bear a hidden tag: names, the outermost first. */
  readonly paths: readonly (readonly string[])[];
  /** How names of its columns are compared. */
  readonly nameCase: NameCase;
}

/** A test case of such a table, as far as it says what its results may show. */
export interface HiddenTest {
  readonly definition: string;
  readonly parameters: readonly { readonly name?: string; readonly value?: string }[];
}

/** Number of names in a table's FQN. */
const TABLE_PARTS = 4;

/** The FQN of the table that an FQN is of or lies below, as its names; undefined: none. */
export function tableParts(fqn: string): readonly string[] | undefined {
  const parts = splitFqn(fqn);
  return parts && parts.length >= TABLE_PARTS ? parts.slice(0, TABLE_PARTS) : undefined;
}

/** Definitions of tests of a table that find counts and names, never a value. */
const OF_TABLES =
  /^(tableRowCountToBeBetween|tableRowCountToEqual|tableRowInsertedCountToBeBetween|tableColumnCountToBeBetween|tableColumnCountToEqual|tableColumnNameToExist|tableColumnToMatchSet|tableColumnsToBeUnique|odcs_(?!sql)\w+_table)$/;
/** Rules that find numbers of rows and values, or shares of them. */
const COUNTING =
  /^odcs_(rowCount|nullValues|missingValues|invalidValues|duplicateValues|uniqueValues|distinctValues|completeness)_(table|column)$/;

/** Hidden columns of the tables that an answer is about: asked for once an answer. */
export class HiddenTables {
  /** @param tests by FQN; those of other tables are not in it */
  constructor(
    private readonly tables: ReadonlyMap<string, HiddenTable>,
    private readonly tests: ReadonlyMap<string, HiddenTest>,
  ) {}

  get isEmpty(): boolean {
    return this.tables.size === 0;
  }

  /** Whether the table of an FQN, which may be that of something below it, has a hidden column. */
  hasColumns(fqn: string): boolean {
    return this.tableOf(fqn) !== undefined;
  }

  /** Whether an FQN is that of such a table itself. */
  isTable(fqn: string): boolean {
    return this.tableOf(fqn) !== undefined && splitFqn(fqn)?.length === TABLE_PARTS;
  }

  /** Whether values of a column are hidden: it bears a tag, lies in a column that does, or contains one. @param fqn of the column */
  hidesColumn(fqn: string): boolean {
    const path = (splitFqn(fqn) ?? []).slice(TABLE_PARTS);
    const table = this.tableOf(fqn);
    return table !== undefined && path.length > 0 && hidesPath(table.paths, path, table.nameCase);
  }

  /** Whether values that a test case finds are hidden. A test of a table without a column may read all of them. @param fqn of the test case */
  hidesTest(fqn: string): boolean {
    const table = this.tableOf(fqn);
    if (!table) return false;
    const path = (splitFqn(fqn) ?? []).slice(TABLE_PARTS, -1);
    if (path.length > 0) return hidesPath(table.paths, path, table.nameCase);
    return !OF_TABLES.test(this.tests.get(fqn)?.definition ?? '');
  }

  /** Whether values that a check finds are hidden, which no test case stands for. @param table its FQN */
  hidesCheck(table: string, definition: string, column: string | undefined): boolean {
    if (column !== undefined)
      return this.hidesColumn(joinFqn(undefined, ...(splitFqn(table) ?? []), ...(splitFqn(column) ?? [column])));
    return this.hasColumns(table) && !OF_TABLES.test(definition);
  }

  /** Whether the one number that a test finds is one of rows. */
  counts(fqn: string): boolean {
    return COUNTING.test(this.tests.get(fqn)?.definition ?? '');
  }

  /** Its parameters as a text; undefined: it has none, or it is unknown. */
  expected(fqn: string): string | undefined {
    const given = (this.tests.get(fqn)?.parameters ?? []).flatMap(({ name, value }) =>
      name === undefined || value === undefined ? [] : [`${name}=${value}`],
    );
    return given.length > 0 ? given.join(', ') : undefined;
  }

  private tableOf(fqn: string): HiddenTable | undefined {
    const parts = tableParts(fqn);
    return parts && this.tables.get(JSON.stringify(parts));
  }
}
