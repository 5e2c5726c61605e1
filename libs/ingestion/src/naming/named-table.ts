import { NameIndex, unquotedName, type NameCase } from '@app/datatypes';

/** A table that a name could mean. */
export interface NamedTable {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  readonly deleted: boolean;
  readonly database: string;
  readonly schema: string;
  readonly table: string;
}

/** The parts of a name from the right; absent ones are not said. */
export interface NameParts {
  readonly table: string;
  readonly schema?: string | undefined;
  readonly database?: string | undefined;
}

/** Asset that a name leads to; none, or several between which nothing decides. */
export interface FoundTable {
  readonly found?: Pick<NamedTable, 'node'>;
  /** The asset has another spelling. */
  readonly loose?: boolean;
  readonly among: readonly NamedTable[];
}

export const NOTHING: FoundTable = { among: [] };

/** The database that is meant where a name says none: the only one of a server without databases, else one among several. */
export const DEFAULT_DATABASE = 'default';

/**
 * The table that a name means among these, part by part as its platform compares names: the exact one, else the one that differs by case as
 * the platform allows. Without a database it is that of the only one that has it, else that of the one named `default`. Deleted ones count where
 * there is no other.
 */
export function namedTable(tables: readonly NamedTable[], parts: NameParts, nameCase: NameCase): FoundTable {
  const live = tables.filter(({ deleted }) => !deleted);
  const lived = amongst(live, parts, nameCase);
  return lived.found || lived.among.length > 0 || live.length === tables.length
    ? lived
    : amongst(tables, parts, nameCase);
}

function amongst(tables: readonly NamedTable[], parts: NameParts, nameCase: NameCase): FoundTable {
  const found = ofDatabases(tables, parts, nameCase);
  const sole = found.length > 1 && parts.database === undefined ? ofDefault(found) : found;
  const [table, ...more] = sole;
  if (!table || more.length > 0) return { among: sole };
  return { found: table, loose: !isSpelled(table, parts), among: [] };
}

/** One table of each database, or several where nothing decides between their spellings. */
function ofDatabases(tables: readonly NamedTable[], parts: NameParts, nameCase: NameCase): NamedTable[] {
  const pick = (rest: readonly NamedTable[], part: 'database' | 'schema' | 'table'): readonly NamedTable[] => {
    const wanted = parts[part];
    if (wanted === undefined) return rest;
    const { found, among } = new NameIndex(rest, (one) => one[part], nameCase).find(wanted);
    const names = new Set((found ? [found] : (among ?? [])).map((one) => one[part]));
    return rest.filter((one) => names.has(one[part]));
  };
  const databases = new Set(pick(tables, 'database').map(({ database }) => database));
  return [...databases].flatMap((database) =>
    pick(
      pick(
        tables.filter((one) => one.database === database),
        'schema',
      ),
      'table',
    ),
  );
}

function ofDefault(found: readonly NamedTable[]): readonly NamedTable[] {
  const own = found.filter(({ database }) => database === DEFAULT_DATABASE);
  return own.length > 0 ? own : found;
}

const isSpelled = (table: NamedTable, parts: NameParts): boolean =>
  (['database', 'schema', 'table'] as const).every((part) => {
    const wanted = parts[part];
    return wanted === undefined || table[part] === wanted || table[part] === unquotedName(wanted);
  });
