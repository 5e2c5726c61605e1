/** What is wrong with a request, and what its answer must say. */
export interface More {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks; admin by default, `nobody` sends no token. */
  readonly as?: 'admin' | 'consumer' | 'steward' | 'nobody';
  /** Names of the fields that `details` must hold, all of them. */
  readonly fields?: readonly string[];
}

/**
 * Method and path below /api/v1 (a path that begins with `//` is one from the root), the status, and what message and details
 * together must tell: the culprit and what is allowed. `{name}` stands for what the world knows under that name.
 */
export type Row = readonly [request: string, status: number, tells: readonly RegExp[], more?: More];

/** The body that goes out, and its type where the row does not say another. */
export function bodyOf({ body, headers }: More): { text?: string | Buffer; headers: Record<string, string> } {
  if (body === undefined) return { headers: { ...headers } };
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { text, headers: { 'content-type': 'application/json', ...headers } };
}

export const PATCH_TYPE = { 'content-type': 'application/json-patch+json' };
export const YAML_TYPE = { 'content-type': 'application/yaml' };

/** A body whose JSON nests that deep. */
export function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
