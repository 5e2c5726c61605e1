import { TokenRefused, unauthorized } from './unauthorized';

/** The part of a request's headers that matters here: every Authorization header, see `credentialHeaders`. */
export interface CredentialHeaders {
  readonly authorization?: string | readonly string[];
}

/** `Bearer`, one or more blanks, then the token of RFC 6750, 2.1; the scheme word in any case. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The token of the one Authorization header. Throws the 401 where there is none, TokenRefused where it is no bearer token. */
export function bearerToken({ authorization }: CredentialHeaders): string {
  const values = typeof authorization === 'string' ? [authorization] : (authorization ?? []);
  if (values.length > 1) throw new TokenRefused('two Authorization headers');
  const value = values[0] ?? '';
  if (value === '') throw unauthorized('absent');
  const token = BEARER.exec(value)?.[1];
  if (token === undefined) throw new TokenRefused('no bearer credentials');
  return token;
}

/** All Authorization headers of a request. Its `headers` would not do: Node drops the second of two. */
export function credentialHeaders(rawHeaders: readonly string[]): CredentialHeaders {
  const authorization = rawHeaders.filter(
    (_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization',
  );
  return authorization.length ? { authorization } : {};
}
