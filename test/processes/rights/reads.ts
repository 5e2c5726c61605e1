import type { RightsApi } from './rights-api';

/** The asset that readers may see or not. */
export interface Seen {
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
}

/** A read by which a right shows. */
export interface RightsRead {
  readonly name: string;
  /** Whether the holder of the token was shown what it asked for. */
  shows(api: RightsApi, token: string): Promise<boolean>;
}

const getting = (name: string, path: string): RightsRead => ({
  name,
  shows: async (api, token) => (await api.ask('GET', `/api/v1${path}`, undefined, token)).status === 200,
});

/** By an address that lists: whether the asset is among what is found. */
const finding = (name: string, path: string, asset: Seen): RightsRead => ({
  name,
  shows: async (api, token) => {
    const { status, body } = await api.ask('GET', `/api/v1${path}`, undefined, token);
    return status === 200 && JSON.stringify(body).includes(asset.id);
  },
});

/** A tool that a language model calls. */
const calling = (name: string, tool: string, input: object): RightsRead => ({
  name,
  shows: async (api, token) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } };
    const { status, body } = await api.ask<{ result?: { isError?: boolean } }>('POST', '/mcp', call, token);
    return status === 200 && body.result !== undefined && body.result.isError !== true;
  },
});

/** One of each kind of read of a table, the ways around the framework among them. */
export function readsOf(table: Seen): RightsRead[] {
  return [
    getting('by id', `/tables/${table.id}`),
    getting('by name', `/tables/name/${table.fqn}`),
    getting('with fields', `/tables/${table.id}?fields=owners,tags`),
    finding('a list', `/tables?limit=1000`, table),
    finding('a search', `/search/query?q=${table.name}&index=table`, table),
    getting('a neighbourhood', `/lineage/table/${table.id}`),
    calling('a tool', 'get_asset', { asset: table.fqn }),
  ];
}

/** What administrators alone may read. */
export const ADMINISTRATORS = getting('the audit', '/audit?limit=1');
/** What any live token may read. */
export const ONESELF = getting('oneself', '/permissions');
