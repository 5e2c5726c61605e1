import { refused } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import { isObject } from '../../document/document-file';
import type { Document } from './collections';

const PAGE = 100;
/** Statuses of what a server that is older or newer may not have, or not know by that name. */
const LACKING = [400, 404, 405];

interface SourcePage {
  readonly documents: readonly Document[];
  readonly total: number;
  readonly after: string | undefined;
}

/** The server that is read. */
export class Source {
  constructor(private readonly client: CatalogClient) {}

  get url(): string {
    return this.client.url;
  }

  /** A page of a collection; undefined: the server has no such collection. @throws {CliError} refused */
  async page(
    collection: string,
    after: string | undefined,
    fields: string | undefined,
  ): Promise<SourcePage | undefined> {
    const query = { limit: PAGE, fields, after };
    const answer = await this.client.send({
      path: `/${collection}`,
      query,
      accept: LACKING,
      what: `Reading ${collection}`,
    });
    if (answer.status >= 400) return undefined;
    const { data, paging } = isObject(answer.body) ? answer.body : {};
    if (!Array.isArray(data) || !isObject(paging))
      throw refused(`${this.url} answered a list of ${collection} without data`);
    const next = typeof paging.after === 'string' ? paging.after : undefined;
    return { documents: data.filter(isObject), total: Number(paging.total ?? data.length), after: next };
  }

  /** undefined: it is gone. */
  async byName(collection: string, fqn: string): Promise<Document | undefined> {
    return this.object(`/${collection}/name/${encodeURIComponent(fqn)}`, { fields: '*' });
  }

  /** An object of any path; undefined: there is none. @throws {CliError} refused */
  async object(path: string, query: Readonly<Record<string, string | number>>): Promise<Document | undefined> {
    const { status, body } = await this.client.send({ path, query, accept: LACKING, what: `Reading ${path}` });
    return status < 400 && isObject(body) ? body : undefined;
  }
}
