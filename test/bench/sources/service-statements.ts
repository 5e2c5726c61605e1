import { type Check, engineOf, runChecks, type Session, type SessionContext, SourceNetworks } from '@app/sources';

/** Rows that a statement may bring, as the service has it by default. */
const ROWS_LIMIT = 1_000_000;

/** A table of a source, and the checks on it. */
export interface Asked {
  readonly schema: string;
  readonly table: string;
  readonly checks: readonly Check[];
}

export interface SourceOfChecks {
  readonly serviceType: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Folders below which files may be read. */
  readonly roots?: readonly string[];
  readonly memoryMb?: number;
}

/** A session that keeps what it is asked for. */
function recording(session: Session, statements: string[]): Session {
  return {
    dialect: session.dialect,
    query(sql, params, bounds) {
      statements.push(sql);
      return session.query(sql, params, bounds);
    },
    enter: (schema) => session.enter(schema),
    now: () => session.now(),
    cancel: () => session.cancel(),
    close: () => session.close(),
  };
}

/** The statements by which the service computes the checks, had by computing them here once. */
export async function statementsFor(source: SourceOfChecks, { schema, table, checks }: Asked): Promise<string[]> {
  const engine = engineOf(source.serviceType);
  const read = engine?.readConfig(source.config);
  if (!engine || !read || 'faults' in read) throw new Error(`The source cannot be read: ${JSON.stringify(read)}`);
  const context: SessionContext = {
    limits: { connectSeconds: 10, statementSeconds: 600, rows: ROWS_LIMIT, bytes: 64 * 1024 * 1024 },
    networks: new SourceNetworks(),
    program: 'metadata-catalog bench',
    files: { roots: source.roots ?? [], refused: [] },
    memoryMb: source.memoryMb ?? 512,
    tempBytes: 2 ** 31,
    threads: 1,
  };
  const session = await engine.connect(read.config, context);
  try {
    const scope = { schemas: [schema], tables: [table], includeViews: false, includePartitions: false };
    const { database, tables } = await engine.introspect(session, read.config, scope);
    const place = { database, schema, table, columns: tables[0]!.columns, zone: 'UTC', now: await session.now() };
    const statements: string[] = [];
    await runChecks(recording(session, statements), { ...place, customSql: true }, checks, { rowsLimit: ROWS_LIMIT });
    return statements;
  } finally {
    await session.close();
  }
}
