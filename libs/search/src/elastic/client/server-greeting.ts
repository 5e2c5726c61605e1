import { errors, type Client } from '@elastic/elasticsearch';

/** The oldest releases that are supported, as [major, minor]. OpenSearch has points in time since 2.4. */
const OLDEST = { Elasticsearch: [8, 0], OpenSearch: [2, 4] } as const;
type Product = keyof typeof OLDEST;

const ANSWER_MS = 1_000;
const INSTEAD = `name an ${Object.entries(OLDEST)
  .map(([product, version]) => `${product} ${version.join('.')} or newer`)
  .join(' or ')}, or unset it to search by PostgreSQL`;

/** The answer of a server at `/`. */
export interface Greeting {
  readonly version?: { readonly distribution?: unknown; readonly number?: unknown };
}

/** The major release of OpenSearch; undefined where something else answers. */
export function openSearchMajor(greeting: Greeting | null): number | undefined {
  const { distribution, number } = greeting?.version ?? {};
  return distribution === 'opensearch' ? Number.parseInt(String(number), 10) : undefined;
}

/** Why a server cannot be searched, where its answer at `/` says that; undefined where it is in order or nothing is known. Names no host. */
export async function greetingFault(client: Client): Promise<string | undefined> {
  const options = { requestTimeout: ANSWER_MS, headers: { accept: 'application/json' } };
  try {
    const greeting = await client.transport.request<Greeting>({ method: 'GET', path: '/' }, options);
    return versionFault(openSearchMajor(greeting) === undefined ? 'Elasticsearch' : 'OpenSearch', greeting);
  } catch (error) {
    return sentenceOf(error);
  }
}

function versionFault(product: Product, { version }: Greeting): string | undefined {
  const number = String(version?.number);
  const [major = NaN, minor = NaN] = number.split('.').map(Number);
  const [oldest, oldestMinor] = OLDEST[product];
  const isOld = major < oldest || (major === oldest && minor < oldestMinor);
  return isOld ? `ELASTICSEARCH_URL leads to ${product} ${number}, which is too old: ${INSTEAD}` : undefined;
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof errors.ProductNotSupportedError) {
    return `what answers at ELASTICSEARCH_URL is neither Elasticsearch nor OpenSearch: ${INSTEAD}`;
  }
  if (error instanceof errors.ResponseError && error.statusCode === 401) {
    return 'it refuses the login (401): check ELASTICSEARCH_API_KEY, or the login in ELASTICSEARCH_URL';
  }
  if (error instanceof errors.ConnectionError && /certificate/i.test(error.message)) {
    return 'its certificate is not trusted: name its authority by ELASTICSEARCH_CA_FILE, and the host as the certificate does';
  }
  return undefined;
}
