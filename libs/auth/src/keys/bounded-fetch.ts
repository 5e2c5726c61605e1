/** An issuer has this long for an answer, in seconds. */
export const TIMEOUT_SECONDS = 5;
/** Bytes of an answer: issuers describe themselves in 10 KB, and a token has at most 16 KiB. */
const MAX_BYTES = 256 * 1024;

/** The body of an answer, of `most` bytes at most. @param fault the message where it has more */
export async function boundedBody({ body }: Response, most: number, fault: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > most) throw new Error(fault);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** `fetch` that takes at most 256 KiB, whatever the other side says of its length. */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const body = await boundedBody(response, MAX_BYTES, 'the answer is larger than 256 KiB');
  const type = response.headers.get('content-type');
  const headers = type === null ? undefined : { 'content-type': type };
  return new Response(body.length ? body : null, { status: response.status, headers });
}
