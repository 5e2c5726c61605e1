/** An issuer has this long for an answer, in seconds. */
export const TIMEOUT_SECONDS = 5;
/** Bytes of an answer: issuers describe themselves in 10 KB, and a token has at most 16 KiB. */
const MAX_BYTES = 256 * 1024;

/** `fetch` that takes at most 256 KiB, whatever the other side says of its length. */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, init);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is larger than 256 KiB');
    pieces.push(piece);
  }
  const type = headers.get('content-type');
  return new Response(bytes ? Buffer.concat(pieces) : null, {
    status,
    headers: type === null ? {} : { 'content-type': type },
  });
}
