import { withoutLogin, type ElasticConnection } from './elastic-client';

const ANSWER_MS = 1_000;
/** By which every Elasticsearch since 7.14 says what it is. */
const PRODUCT = 'x-elastic-product';

interface Greeting {
  readonly version?: { readonly distribution?: unknown };
}

/**
 * The fault of a server that answers and is no Elasticsearch; undefined where it is one, or nothing is known. The client would only see
 * requests that are refused: it speaks by media types that others do not have.
 */
export async function otherProduct({ url, apiKey }: ElasticConnection): Promise<string | undefined> {
  const { node, username, password } = withoutLogin(url);
  const basic = username && `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const authorization = apiKey ? `ApiKey ${apiKey}` : basic;
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  try {
    const answer = await fetch(node, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok || answer.headers.has(PRODUCT)) return undefined;
    const greeting = (await answer.json().catch(() => undefined)) as Greeting | null | undefined;
    return greeting?.version?.distribution === 'opensearch'
      ? 'ELASTICSEARCH_URL leads to OpenSearch, which is not supported: name an Elasticsearch 8 or 9, or unset it to search by PostgreSQL'
      : 'what answers at ELASTICSEARCH_URL is no Elasticsearch: name an Elasticsearch 8 or 9, or unset it to search by PostgreSQL';
  } catch {
    return undefined;
  }
}
