import { Client, type Submittable } from 'pg';

/** What both sides are asked. */
export interface Asked {
  readonly fqn: string;
  readonly up: number;
  readonly down: number;
}

interface Wire {
  query(text: string): void;
}

/** Sends a COPY … TO STDOUT and keeps what comes, as it comes. */
class CopyOut implements Submittable {
  readonly done: Promise<Buffer[]>;
  private readonly chunks: Buffer[] = [];
  private end: () => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  constructor(private readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.end = () => resolve(this.chunks);
      this.fail = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as Wire).query(this.text);
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk));
  }
  handleCommandComplete(): void {
    // The end is when the server is ready again.
  }
  handleReadyForQuery(): void {
    this.end();
  }
  handleError(error: Error): void {
    this.fail(error);
  }
}

/**
 * The floor: breadth-first by sets of nodes in a temporary table, then one COPY of the same rows, with the same names in the same
 * order. No HTTP, no permission, no neutral cells.
 */
export class ExportFloor {
  private constructor(
    private readonly client: Client,
    private readonly ordered: boolean,
  ) {}

  /** @param ordered false: rows as they come, which no export may be */
  static async open(url: string, ordered: boolean): Promise<ExportFloor> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('create temp table reach (side "char", hop int, node bigint)');
    return new ExportFloor(client, ordered);
  }

  async run({ fqn, up, down }: Asked): Promise<Buffer[]> {
    const root = `select node from entity where type = 'table' and md5(fqn)::uuid = md5($1)::uuid and fqn = $1`;
    await this.client.query('truncate reach');
    await this.client.query(`insert into reach select s::"char", 0, node from (${root}) r, unnest(array['u', 'd']) s`, [
      fqn,
    ]);
    for (let hop = 1; hop < up; hop++) await this.step('u', hop, 'to_node', 'from_node');
    for (let hop = 1; hop < down; hop++) await this.step('d', hop, 'from_node', 'to_node');
    const copy = new CopyOut(`copy (${rows(up, down, this.ordered)}) to stdout (format csv)`);
    this.client.query(copy);
    return copy.done;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private async step(side: string, hop: number, near: string, far: string): Promise<void> {
    await this.client.query(`
      insert into reach select distinct '${side}'::"char", ${hop}, e.${far}
        from reach r join lineage_edge e on e.${near} = r.node join entity x on x.node = e.${far}
       where r.side = '${side}' and r.hop = ${hop - 1} and x.deleted_by is null
         and not exists (select 1 from reach s where s.side = '${side}' and s.node = e.${far})`);
    await this.client.query('analyze reach');
  }
}

const rows = (up: number, down: number, ordered: boolean): string => `
  select f.fqn, f.type, t.fqn, t.type, x.sql_query
    from (select 1 as side, r.hop, e.from_node, e.to_node, e.sql_query
            from reach r join lineage_edge e on e.to_node = r.node where r.side = 'u' and r.hop < ${up}
          union all
          select 2, r.hop, e.from_node, e.to_node, e.sql_query
            from reach r join lineage_edge e on e.from_node = r.node
           where r.side = 'd' and r.hop < ${down}
             and not exists (select 1 from reach u where u.side = 'u' and u.hop < ${up} and u.node = e.to_node)) x
    join entity f on f.node = x.from_node join entity t on t.node = x.to_node
   where f.deleted_by is null and t.deleted_by is null ${ordered ? 'order by x.side, x.hop, f.fqn, t.fqn' : ''}`;
