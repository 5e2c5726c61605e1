import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Recorded = Record<string, unknown> & { readonly name: string; readonly fullyQualifiedName: string };

export const TOKEN = 'om-token';

/** Answers as an OpenMetadata server does: lists with cursors, entities by name, lineage by name, errors with `code`. */
export class OpenMetadataServer {
  /** By collection, in the order of their lists. */
  readonly collections = new Map<string, Recorded[]>();
  /** Other answers, by path. */
  readonly answers = new Map<string, object>();
  asked: string[] = [];
  /** Paths that are answered 500. */
  broken: RegExp | undefined;
  /** Rows of a page, whatever is asked for. */
  pageSize = 2;
  private readonly server: Server = createServer((request, response) => {
    const { url = '', headers } = request;
    this.asked.push(url);
    const found =
      headers.authorization === `Bearer ${TOKEN}` ? this.answerOf(url) : { code: 401, message: 'Not authorized' };
    const { code } = found as { code?: number };
    response.writeHead(code ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found));
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** @param fullyQualifiedName default: the name */
  add(collection: string, name: string, fullyQualifiedName = name, more: object = {}): Recorded {
    const made = { version: 0.2, updatedAt: 1_763_612_345_678, updatedBy: 'admin', deleted: false };
    const recorded = { id: randomUUID(), name, fullyQualifiedName, ...made, ...more };
    this.collections.set(collection, [...(this.collections.get(collection) ?? []), recorded]);
    return recorded;
  }

  private answerOf(url: string): object {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const path = pathname.replace('/api/v1/', '');
    if (this.broken?.test(url)) return { code: 500, message: 'Something broke' };
    const other = this.answers.get(path);
    if (other) return other;
    const [, collection = '', fqn] = /^(.*?)\/name\/(.*)$/.exec(path) ?? [];
    const one = this.collections
      .get(collection)
      ?.find(({ fullyQualifiedName }) => fullyQualifiedName === decodeURIComponent(fqn ?? ''));
    if (one) return one;
    const list = this.collections.get(path);
    if (!list) return { code: 404, message: `${path} not found` };
    const from = Number(searchParams.get('after') ?? 0);
    const end = from + this.pageSize;
    const paging = { total: list.length, ...(end < list.length ? { after: String(end) } : {}) };
    return { data: list.slice(from, end), paging };
  }
}

/** A reference as that server answers it. */
export const reference = (type: string, { id, name, fullyQualifiedName }: Recorded, more: object = {}): object => ({
  ...{ id, type, name, fullyQualifiedName, deleted: false, href: `http://om/${String(id)}` },
  ...more,
});
