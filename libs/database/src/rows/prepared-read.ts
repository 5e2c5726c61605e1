import type { ClientBase, FieldDef, Pool, QueryResult, QueryResultRow } from 'pg';
import {
  asStatement,
  DriverQuery,
  failLater,
  isFailed,
  prepareValue,
  shapeOf,
  takeShape,
  type DriverConnection,
  type RowShape,
} from '../connection/pg-internals';
import type { RowBytes } from './row-bytes';
import type { PreparedStatement } from '../transaction';

/** The row shapes of the statements that were read with, by their names. */
export type RowShapes = Map<string, RowShape>;

/** The columns of a row as PostgreSQL writes them: nothing is parsed, and no object is made. */
export type TextRow = readonly (string | null)[];

/** A row as it comes: as texts, which are made when they are asked for, and as bytes. */
type DriverRow = { readonly fields: TextRow } & RowBytes;

const EXECUTE = {};

/**
 * A prepared statement whose rows the server describes when it is prepared on a connection, and not each time: it refuses one whose rows
 * have become others. The driver would make the parsers and the empty row of them anew for each execution, and copy the statement and its
 * values by reflection.
 */
class PreparedRead extends DriverQuery<DriverRow> {
  constructor(
    { name, text }: PreparedStatement,
    values: readonly unknown[],
    private readonly shapes: RowShapes,
  ) {
    super(text);
    this.name = name;
    this.values = values;
  }

  override prepare(connection: DriverConnection): void {
    const shape = this.hasBeenParsed(connection) ? this.shapes.get(this.name) : undefined;
    if (!shape || !this.isBound(connection)) return super.prepare(connection);
    takeShape(this, shape);
    connection.execute(EXECUTE);
    connection.sync();
  }

  override handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    super.handleRowDescription(message);
    this.shapes.set(this.name, shapeOf(this));
  }

  /** A value that cannot be sent has sent nothing; the driver reports it. */
  private isBound(connection: DriverConnection): boolean {
    try {
      connection.bind({ statement: this.name, values: this.values, valueMapper: prepareValue });
      return true;
    } catch {
      return false;
    }
  }
}

/** `PreparedRead` of rows that stay as they come. */
class PreparedTexts extends PreparedRead {
  readonly texts: TextRow[] = [];

  override handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.texts.push(fields);
  }
}

/** `PreparedRead` of rows that are handled as they come, while PostgreSQL makes the next ones. */
class PreparedBytes extends PreparedRead {
  constructor(
    statement: PreparedStatement,
    values: readonly unknown[],
    shapes: RowShapes,
    private readonly onRow: (row: RowBytes) => void,
  ) {
    super(statement, values, shapes);
  }

  override handleDataRow(row: RowBytes): void {
    if (isFailed(this)) return;
    try {
      this.onRow(row);
    } catch (error) {
      failLater(this, error);
    }
  }
}

/** The rows that a prepared statement finds, on a connection that is not pipelined. */
export async function readPrepared<Row extends QueryResultRow>(
  pool: Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
  shapes: RowShapes,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(asStatement(new PreparedRead(statement, values, shapes)));
  return rows;
}

/** `readPrepared` on one connection. */
export function readPreparedOn<Row extends QueryResultRow>(
  client: ClientBase,
  statement: PreparedStatement,
  values: readonly unknown[],
  shapes: RowShapes,
): Promise<Row[]> {
  const read = asStatement(new PreparedRead(statement, values, shapes));
  return new Promise((resolve, reject) => {
    client.query<Row>(read, (error: Error | null, result: QueryResult<Row>) => {
      if (error) reject(error);
      else resolve(result.rows);
    });
  });
}

/** `readPrepared` without a look at what the columns are. */
export async function readTexts(
  pool: Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
  shapes: RowShapes,
): Promise<readonly TextRow[]> {
  const read = new PreparedTexts(statement, values, shapes);
  await pool.query(asStatement(read));
  return read.texts;
}

/** `readTexts` without making texts. @param onRow what it throws is what the read fails with */
export async function readBytes(
  pool: Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
  shapes: RowShapes,
  onRow: (row: RowBytes) => void,
): Promise<void> {
  await pool.query(asStatement(new PreparedBytes(statement, values, shapes, onRow)));
}
