import {
  errors,
  Transport,
  type TransportOptions,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import type { AskedNode, NodePool } from './node-pool';
import { askOpenSearch, PLAIN_TYPES } from './opensearch';
import { isTooMuch } from './server-faults';
import { openSearchMajor, type Greeting } from './server-greeting';

/** A node that has no time, or that nothing answers for. */
const GATEWAY_FAULTS = [502, 503, 504];
/** How a server of another kind refuses media types and paths that it does not have. */
const FOREIGN_FAULTS = [400, 405, 406, 415];
const GREETING_MS = 1_000;

/** Tries a request on the nodes in turn. It speaks to Elasticsearch, and to OpenSearch once the server has refused the former. */
export class ServerTransport extends Transport {
  private readonly plain: Transport;
  /** The major release of OpenSearch, once it has been recognised. */
  private openSearch: number | undefined;

  constructor(options: TransportOptions) {
    super(options);
    const { productCheck: _, ...others } = options;
    this.plain = new Transport({ ...others, vendoredHeaders: PLAIN_TYPES });
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the three overloads of the base have this one body
  override async request(params: TransportRequestParams, options: TransportRequestOptions = {}): Promise<any> {
    const pool = this.connectionPool as NodePool;
    for (let tried = 1; ; tried++) {
      const began = Date.now();
      const asked: AskedNode = {};
      try {
        return await this.ask(params, { ...options, context: asked });
      } catch (error) {
        const fault = nodeFault(error);
        if (fault && asked.node) pool.setAside(asked.node, fault, began);
        if (!fault || tried >= pool.size || !(isRepeatable(params) || isRefused(fault))) throw error;
      }
    }
  }

  private async ask(params: TransportRequestParams, options: TransportRequestOptions): Promise<unknown> {
    if (this.openSearch !== undefined) return askOpenSearch(this.plain, params, options, this.openSearch);
    try {
      return await super.request(params, options);
    } catch (error) {
      const major = isForeign(error) ? await this.openSearchMajor() : undefined;
      if (major === undefined) throw error;
      this.openSearch = major;
      return askOpenSearch(this.plain, params, options, major);
    }
  }

  private async openSearchMajor(): Promise<number | undefined> {
    const asked = this.plain.request<Greeting>({ method: 'GET', path: '/' }, { requestTimeout: GREETING_MS });
    return asked.then(openSearchMajor, () => undefined);
  }
}

/** Whether a request does no more when it is done twice, and is answered alike. */
function isRepeatable({ method, path }: TransportRequestParams): boolean {
  const makesIndex = method === 'PUT' && /^\/[^/]+$/.test(path);
  return method !== 'DELETE' && path !== '/_aliases' && !makesIndex;
}

const isRefused = ({ message }: Error): boolean => message.includes('ECONNREFUSED');

/** Why a node did not do its work; undefined where the request is what failed. */
function nodeFault(error: unknown): Error | undefined {
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) return error;
  if (!(error instanceof errors.ResponseError) || isTooMuch(error)) return undefined;
  return GATEWAY_FAULTS.includes(error.statusCode ?? 0) ? new Error(`status ${error.statusCode}`) : undefined;
}

/** Whether another program than Elasticsearch may have answered so. */
function isForeign(error: unknown): boolean {
  if (error instanceof errors.ProductNotSupportedError) return true;
  const isFault = error instanceof errors.ResponseError && FOREIGN_FAULTS.includes(error.statusCode ?? 0);
  return isFault && error.headers?.['x-elastic-product'] === undefined;
}
