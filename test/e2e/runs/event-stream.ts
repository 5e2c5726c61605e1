import type { RestClient } from '../../support/rest-client';

/** An event as it came over the wire. */
export interface WireEvent {
  /** Absent in the event that ends the stream of who lost the right to it. */
  readonly id?: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A stream of server-sent events, read to its end. */
export interface WireStream {
  readonly status: number;
  readonly type: string | null;
  readonly events: readonly WireEvent[];
}

export async function readStream(
  { baseUrl, token }: RestClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<WireStream> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const blocks = (await answer.text()).split('\n\n').filter((block) => /^(id|event): /.test(block));
  return { status: answer.status, type: answer.headers.get('content-type'), events: blocks.map(readBlock) };
}

function readBlock(block: string): WireEvent {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  const { id, event, data } = fields;
  return { ...(id && { id: Number(id) }), event: String(event), data: JSON.parse(String(data)) };
}
