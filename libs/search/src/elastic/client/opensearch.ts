import type {
  Transport,
  TransportOptions,
  TransportRequestOptions,
  TransportRequestParams,
} from '@elastic/elasticsearch';
import { SEARCH_FIELDS } from '../../document/search-field';
import { fieldPath } from '../mapping/field-path';

/** Media types without a vendor: OpenSearch refuses those of Elasticsearch. */
export const PLAIN_TYPES: NonNullable<TransportOptions['vendoredHeaders']> = {
  jsonContentType: 'application/json',
  ndjsonContentType: 'application/x-ndjson',
  accept: 'application/json,text/plain',
};

/** Where a point in time is opened and closed: on an index, and as such. */
const POINT_IN_TIME = '/_pit';

interface OpenedPoint {
  readonly pit_id: string;
}

/**
 * Sends a request of Elasticsearch's API to OpenSearch, which has some of them in another form. The answer has the form of Elasticsearch.
 * @param transport with the media types above, without a check of the product
 * @param major of the release of OpenSearch
 */
export async function askOpenSearch(
  transport: Transport,
  params: TransportRequestParams,
  options: TransportRequestOptions,
  major: number,
): Promise<unknown> {
  const isTemplate = params.method === 'PUT' && params.path.startsWith('/_component_template/');
  if (isTemplate && major >= SCALED_SINCE) {
    return transport.request({ ...params, body: withFullScores(params.body as TemplateBody) }, options);
  }
  if (params.path.endsWith('/_search')) {
    return transport.request({ ...params, body: withIntegers(params.body as SearchBody) }, options);
  }
  if (!params.path.endsWith(POINT_IN_TIME)) return transport.request(params, options);
  const path = `${params.path.slice(0, -POINT_IN_TIME.length)}/_search/point_in_time`;
  if (params.method === 'POST') {
    const { pit_id: id } = await transport.request<OpenedPoint>({ ...params, path }, options);
    return { id };
  }
  const { id } = params.body as { readonly id: string };
  return transport.request({ ...params, path, body: { pit_id: [id] } }, options);
}

/** The release since which BM25 leaves out a constant factor, so that words weigh less beside boosts. */
const SCALED_SINCE = 3;

interface TemplateBody {
  readonly template: { readonly settings: object };
}

/** A template of indices whose words score as on the other engines. */
const withFullScores = ({ template, ...others }: TemplateBody): TemplateBody => ({
  ...others,
  template: { ...template, settings: { ...template.settings, similarity: { default: { type: 'LegacyBM25' } } } },
});

interface SearchBody {
  readonly sort?: readonly Readonly<Record<string, { readonly order: 'asc' | 'desc' }>>[];
  readonly search_after?: readonly unknown[];
}

const BOOLEANS = Object.entries(SEARCH_FIELDS).flatMap(([name, { kind }]) =>
  kind === 'boolean' ? [fieldPath(name)] : [],
);
/** Stands for a missing boolean at the end of an order. */
const NO_BOOLEAN = { asc: 2, desc: -1 };

/** A search in which booleans are sorted by integers: OpenSearch reads no other ones after which to go on, and only small ones. */
function withIntegers(body: SearchBody | undefined): SearchBody | undefined {
  if (!body?.sort) return body;
  const missing = body.sort.map((key) => {
    const path = BOOLEANS.find((boolean) => boolean in key);
    return path && { path, value: NO_BOOLEAN[key[path]?.order ?? 'asc'] };
  });
  const sort = body.sort.map((key, at) => {
    const { path, value } = missing[at] || {};
    return path === undefined ? key : { [path]: { ...key[path], missing: value } };
  });
  const after = body.search_after?.map((value, at) => {
    const boolean = missing[at];
    if (!boolean) return value;
    return typeof value === 'boolean' ? Number(value) : boolean.value;
  });
  return { ...body, sort: sort as SearchBody['sort'], ...(after && { search_after: after }) };
}
