import type { ClientBase, Submittable } from 'pg';

/** A row as PostgreSQL writes it: no value is parsed, and no object made. */
export type TextRow = readonly (string | null)[];

interface Wire {
  query(text: string): void;
}

/**
 * Sends a statement without parameters and keeps its rows as they were taken from the wire. The result that pg makes of them costs as
 * much again, and one statement's stays in memory behind that of the next.
 */
class TextRows implements Submittable {
  readonly done: Promise<TextRow[]>;
  private readonly rows: TextRow[] = [];
  private end: (rows: TextRow[]) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  constructor(private readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.end = resolve;
      this.fail = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as Wire).query(this.text);
  }
  handleRowDescription(): void {
    // Whoever asks knows the columns.
  }
  handleDataRow({ fields }: { fields: TextRow }): void {
    this.rows.push(fields);
  }
  handleCommandComplete(): void {
    // The end is when the server is ready again.
  }
  handleReadyForQuery(): void {
    this.end(this.rows);
  }
  handleError(error: Error): void {
    this.fail(error);
  }
}

/** One state of the database, read by as many statements as it takes. */
export class Snapshot {
  constructor(private readonly client: ClientBase) {}

  /** Runs a statement for what it does to the connection: a cursor is declared, or closed. */
  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(text, [...values]);
  }

  /** The rows of a statement without parameters: the columns in its order, each in PostgreSQL's text form. */
  rows(text: string): Promise<TextRow[]> {
    const rows = new TextRows(text);
    this.client.query(rows);
    return rows.done;
  }
}
