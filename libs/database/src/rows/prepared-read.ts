import pg, {
  Query,
  type ClientBase,
  type FieldDef,
  type Pool,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import type { RowBytes } from './row-bytes';
import type { PreparedStatement } from '../transaction';

/** The parsers that the driver makes of the description of a statement's rows. */
interface RowShape {
  readonly fields: readonly FieldDef[];
  readonly _parsers: readonly unknown[];
  readonly _prebuiltEmptyResultObject: object;
}

/** The row shapes of the statements that were read with, by their names. */
export type RowShapes = Map<string, RowShape>;

/** The members of the driver's connection that send a statement which is prepared. */
interface Connection {
  bind(message: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: object): void;
  sync(): void;
}

/** The members of the driver's query that are built upon. */
interface DriverQuery {
  name: string;
  values: readonly unknown[];
  readonly _result: RowShape;
  _accumulateRows: boolean;
  /** The error that ends the query once the server is ready again. */
  _canceledDueToError: unknown;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleDataRow(message: { readonly fields: TextRow } & RowBytes): void;
}

/** The columns of a row as PostgreSQL writes them: nothing is parsed, and no object is made. */
export type TextRow = readonly (string | null)[];

const DriverQuery = Query as unknown as new (text: string) => DriverQuery;
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue: (value: unknown) => unknown } }).utils;
const EXECUTE = {};

/**
 * A prepared statement whose rows the server describes when it is prepared on a connection, and not each time: it refuses one whose rows
 * have become others. The driver would make the parsers and the empty row of them anew for each execution, and copy the statement and its
 * values by reflection.
 */
class PreparedRead extends DriverQuery {
  constructor(
    { name, text }: PreparedStatement,
    values: readonly unknown[],
    private readonly shapes: RowShapes,
  ) {
    super(text);
    this.name = name;
    this.values = values;
  }

  override prepare(connection: Connection): void {
    const shape = this.hasBeenParsed(connection) ? this.shapes.get(this.name) : undefined;
    if (!shape || !this.isBound(connection)) return super.prepare(connection);
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    connection.execute(EXECUTE);
    connection.sync();
  }

  override handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** A value that cannot be sent has sent nothing; the driver tells of it. */
  private isBound(connection: Connection): boolean {
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
    if (this._canceledDueToError) return;
    try {
      this.onRow(row);
    } catch (error) {
      this._canceledDueToError = error;
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
  const { rows } = await pool.query<Row>(new PreparedRead(statement, values, shapes) as unknown as QueryConfig);
  return rows;
}

/** `readPrepared` on one connection. */
export function readPreparedOn<Row extends QueryResultRow>(
  client: ClientBase,
  statement: PreparedStatement,
  values: readonly unknown[],
  shapes: RowShapes,
): Promise<Row[]> {
  const read = new PreparedRead(statement, values, shapes) as unknown as string;
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
  await pool.query(read as unknown as QueryConfig);
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
  await pool.query(new PreparedBytes(statement, values, shapes, onRow) as unknown as QueryConfig);
}
