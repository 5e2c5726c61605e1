import type { Dialect } from './dialect';

/** The names that placeholders stand for. */
export interface SqlTarget {
  readonly database: string;
  readonly schema: string;
  readonly table: string;
  readonly column?: string;
}

const TABLES: ReadonlySet<string> = new Set(['table', 'model', 'object']);
const COLUMNS: ReadonlySet<string> = new Set(['column', 'field', 'property']);

const PLACEHOLDER = /(["'`]?)\$?\{(table|model|object|column|field|property|schema|database)\}(["'`]?)/g;

/** Statements without their placeholders, or the placeholder of a column where there is no column. */
export function replacePlaceholders(
  sql: string,
  target: SqlTarget,
  dialect: Dialect,
): { readonly sql: string } | { readonly fault: string } {
  let fault: string | undefined;
  const replaced = sql.replaceAll(PLACEHOLDER, (found, before: string, word: string, after: string) => {
    const name = nameOf(word, target, dialect);
    if (name === undefined) {
      fault = `{${word}} stands for a column, and this rule has none`;
      return found;
    }
    // Quotes right around it are dropped; one that stands on one side alone belongs to something else.
    return before === after ? name : `${before}${name}${after}`;
  });
  return fault === undefined ? { sql: replaced } : { fault };
}

function nameOf(word: string, { database, schema, table, column }: SqlTarget, dialect: Dialect): string | undefined {
  if (TABLES.has(word)) return dialect.name(schema, table);
  if (COLUMNS.has(word)) return column === undefined ? undefined : dialect.name(column);
  return dialect.name(word === 'schema' ? schema : database);
}
