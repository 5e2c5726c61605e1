import { Connection, type Answer } from './connection';
import type { LoadTarget, PlannedRequest } from './load-message';

/** A request as its bytes, with what its answer must be. */
export interface PreparedRequest {
  readonly bytes: Buffer;
  readonly expects: Buffer;
  readonly status: number;
  readonly path: string;
}

export interface PreparedTarget {
  readonly port: number;
  readonly requests: readonly PreparedRequest[];
}

/** Makes the bytes of all requests; asks the target for the tags that the conditional ones name. */
export async function prepareTarget({ port, headers, requests }: LoadTarget): Promise<PreparedTarget> {
  const conditional = new Set(requests.filter((each) => each.conditional).map(({ path }) => path));
  const tags = await readTags(port, headers, [...conditional]);
  return {
    port,
    requests: requests.map((each) => {
      const more: Record<string, string> = each.conditional ? { 'If-None-Match': tags.get(each.path) ?? '' } : {};
      return prepared(each, { ...headers, ...more });
    }),
  };
}

function prepared({ path, expects, conditional }: PlannedRequest, headers: Record<string, string>): PreparedRequest {
  return { path, bytes: bytesOf(path, headers), expects: Buffer.from(expects), status: conditional ? 304 : 200 };
}

function bytesOf(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

async function readTags(
  port: number,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  if (paths.length === 0) return tags;
  await new Promise<void>((done, fail) => {
    let next = 0;
    const heard = (answer: Answer, connection: Connection): void => {
      const path = paths[next] as string;
      if (answer.status !== 200 || !answer.etag) return fail(new Error(`${path}: ${answer.status} without a tag`));
      tags.set(path, answer.etag);
      next++;
      if (next < paths.length) return connection.ask(bytesOf(paths[next] as string, headers));
      connection.close();
      done();
    };
    Connection.open(port, heard, fail).then((connection) => connection.ask(bytesOf(paths[0] as string, headers)), fail);
  });
  return tags;
}
