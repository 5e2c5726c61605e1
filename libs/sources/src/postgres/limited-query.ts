import type { Submittable } from 'pg';
import type { Cell, ResultBounds, Rows } from '../engine';
import { LimitedRows } from '../connect/limited-rows';

/** Rows that are asked for at a time: where the limit is reached no further ones are. */
const BATCH = 1_000;

/** The part of the driver's connection that a query speaks to. */
interface Wire {
  parse(query: { readonly text: string }): void;
  bind(config: { readonly values: readonly Cell[]; readonly binary: boolean }): void;
  describe(message: { readonly type: 'P'; readonly name: string }): void;
  execute(config: { readonly portal: string; readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

/** One statement by the extended protocol, which takes one only, with all values as text and a limit of rows and bytes. */
export class LimitedQuery implements Submittable {
  readonly ended: Promise<Rows>;
  private readonly collected: LimitedRows;
  private columns: readonly string[] = [];
  private resolve!: (rows: Rows) => void;
  private reject!: (error: unknown) => void;
  private failed = false;

  /** @param stop ends the statement in the source where its result is too large: further rows of the batch may be as large */
  constructor(
    private readonly sql: string,
    private readonly params: readonly Cell[],
    limits: ResultBounds,
    private readonly stop: () => void,
  ) {
    this.collected = new LimitedRows(limits);
    this.ended = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.ended.catch(() => undefined);
  }

  /** Called by the driver, as all below. */
  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.parse({ text: this.sql });
    wire.bind({ values: this.params, binary: false });
    wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '', rows: BATCH });
    wire.flush();
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }): void {
    this.columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { readonly fields: readonly Cell[] }): void {
    if (this.collected.excess || this.collected.add([...fields])) return;
    this.stop();
  }

  handlePortalSuspended(wire: Wire): void {
    if (this.collected.excess) {
      wire.sync();
      return;
    }
    wire.execute({ portal: '', rows: BATCH });
    wire.flush();
  }

  handleCommandComplete(_message: unknown, wire: Wire): void {
    wire.sync();
  }

  handleEmptyQuery(wire: Wire): void {
    wire.sync();
  }

  handleError(error: unknown, wire: Wire | undefined): void {
    this.failed = true;
    this.reject(this.collected.excess ?? error);
    // Only the server's own errors leave a connection on which the protocol goes on.
    if (wire && (error as { readonly severity?: string }).severity !== undefined) wire.sync();
  }

  handleReadyForQuery(): void {
    if (this.failed) return;
    const { excess, rows } = this.collected;
    if (excess) this.reject(excess);
    else this.resolve({ columns: this.columns, rows });
  }

  /** No statement of ours copies; a server that asks for data gets none. */
  handleCopyInResponse(wire: Wire & { sendCopyFail(message: string): void }): void {
    wire.sendCopyFail('no copy');
  }

  handleCopyData(): void {
    // It was not requested.
  }
}
