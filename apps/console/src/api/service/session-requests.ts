import type { components } from 'catalog-api';

/**
 * Requests of the sign-in. The access token lives in the memory of the page only; the refresh token in an HttpOnly cookie that the server sets,
 * since every request here carries `X-Session: cookie`.
 */
const USERS = '/api/v1/users';
/** Without the parameter a password would be sent in base64. */
const HEADERS = { 'content-type': 'application/json; password=plain', 'x-session': 'cookie' };

export type Tokens = components['schemas']['TokenPair'];

/** Why a sign-in did not succeed, as the server says it. */
export class SignInError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function send(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Tokens> {
  const { accessToken, ...more } = await post<Tokens>(path, body, headers);
  if (!accessToken) throw new SignInError(502, 'The server answered without a token');
  return { accessToken, ...more };
}

export async function post<T extends object>(
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<T> {
  const answer = await fetch(`${USERS}/${path}`, {
    method: 'POST',
    headers: { ...(body ? HEADERS : { 'x-session': 'cookie' }), ...headers },
    credentials: 'same-origin',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = (await answer.json().catch(() => ({}))) as T & { message?: string };
  if (!answer.ok) throw new SignInError(answer.status, text.message ?? `The server answered ${answer.status}`);
  return text;
}
