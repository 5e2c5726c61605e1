import type { RestClient } from '../../support/rest-client';

/** As many values, each made of its number. */
export const numbered = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Writes entities so many at a time; each of them succeeds. */
export async function inParts(
  admin: RestClient,
  path: string,
  entities: readonly object[],
  size: number,
): Promise<void> {
  for (let from = 0; from < entities.length; from += size) {
    const { status, body } = await admin.put<{ numberOfRowsFailed: number }>(path, entities.slice(from, from + size));
    expect([status, body.numberOfRowsFailed]).toEqual([200, 0]);
  }
}

/** A request of the administrator, sent beside others. */
export const everyone = ({ token }: RestClient): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
