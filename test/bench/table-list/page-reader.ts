import { Agent, get, type IncomingMessage } from 'node:http';

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
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly port: number,
    private readonly token: string,
  ) {}

  async page(query: Readonly<Record<string, string>>): Promise<ListPage> {
    const start = performance.now();
    const text = await this.get(`/api/v1/tables?${new URLSearchParams(query).toString()}`);
    const ms = performance.now() - start;
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
    this.agent.destroy();
  }

  private async get(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: this.port, path, headers, agent: this.agent }, resolve).once('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
    return text;
  }
}
