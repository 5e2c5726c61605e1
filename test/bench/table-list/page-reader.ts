import { Asker, requestBytes } from '../load/asker';

export interface ListPage {
  readonly names: readonly string[];
  readonly total: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** From the request until the last byte; what is parsed is parsed afterwards. */
  readonly ms: number;
}

/** Pages of GET /v1/tables over one connection that stays open. */
export class PageReader {
  private constructor(
    private readonly asker: Asker,
    private readonly token: string,
  ) {}

  static async open(port: number, token: string): Promise<PageReader> {
    return new PageReader(await Asker.open(port), token);
  }

  async page(query: Readonly<Record<string, string>>): Promise<ListPage> {
    const path = `/api/v1/tables?${new URLSearchParams(query).toString()}`;
    const request = requestBytes('GET', path, { Authorization: `Bearer ${this.token}` });
    const { ms, status, body } = await this.asker.ask(request);
    const text = body.toString();
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 500)}`);
    const { data, paging } = JSON.parse(text) as {
      data: { name: string }[];
      paging: { total: number; before?: string; after?: string };
    };
    return {
      names: data.map(({ name }) => name),
      total: paging.total,
      before: paging.before,
      after: paging.after,
      ms,
    };
  }

  close(): void {
    this.asker.close();
  }
}
