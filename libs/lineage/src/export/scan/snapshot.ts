import type { ClientBase, Submittable } from 'pg';

/** A row in PostgreSQL's text format: values are not parsed, and no object is created. */
export type TextRow = readonly (string | null)[];

interface Wire {
  query(text: string): void;
}

/**
 * Sends a statement without parameters and returns its raw rows. The result object that pg creates costs as much again,
 * and retains one statement's rows in memory until after the next one.
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
    // The caller knows the columns.
  }
  handleDataRow({ fields }: { fields: TextRow }): void {
    this.rows.push(fields);
  }
  handleCommandComplete(): void {
    // The statement ends when the server is ready again.
  }
  handleReadyForQuery(): void {
    this.end(this.rows);
  }
  handleError(error: Error): void {
    this.fail(error);
  }
}

/** A snapshot of the database, read by any number of statements. */
export class Snapshot {
  constructor(private readonly client: ClientBase) {}

  /** Runs a statement for its effect on the connection: declaring or closing a cursor. */
  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(text, [...values]);
  }

  /** The rows of a statement without parameters: columns in statement order, each in PostgreSQL's text form. */
  rows(text: string): Promise<TextRow[]> {
    const rows = new TextRows(text);
    this.client.query(rows);
    return rows.done;
  }
}
