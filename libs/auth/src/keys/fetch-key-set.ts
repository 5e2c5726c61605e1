import { parseStrictJson } from '@app/common';
import { boundedBody } from './bounded-fetch';
import { publishedKey, type PublishedKey } from './public-jwk';

const TIMEOUT_MS = 2_000;
/** Key sets in use are a few KB. */
const MAX_BYTES = 1024 * 1024;

/** The signing keys of a JWK set. Only that URL is asked: a redirect is a failure. Fails with a reason for the log. */
export async function fetchKeySet(uri: string): Promise<PublishedKey[]> {
  const response = await fetch(uri, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/jwk-set+json, application/json' },
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the key set was answered with ${response.status}`);
  }
  const body = await boundedBody(response, MAX_BYTES, 'the key set is larger than 1 MiB');
  const set = parseStrictJson(body) as { keys?: unknown } | null;
  if (!Array.isArray(set?.keys)) throw new Error('the key set has no list "keys"');
  return set.keys.map(publishedKey).filter((key) => key !== undefined);
}
