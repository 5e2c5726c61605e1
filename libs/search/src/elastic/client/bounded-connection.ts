import {
  errors,
  UndiciConnection,
  type ConnectionRequestOptions,
  type ConnectionRequestParams,
} from '@elastic/elasticsearch';

/**
 * A connection that gives up an answer beyond the size that a request allows. That of the client does not where the server says the size
 * beforehand, as OpenSearch and proxies do: it ends the stream without hearing its error, which then ends the process.
 */
export class BoundedConnection extends UndiciConnection {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the overloads of the base, of which the client uses this one
  override async request(params: ConnectionRequestParams, options: ConnectionRequestOptions): Promise<any> {
    const answer = await super.request(params, { ...options, asStream: true });
    return { ...answer, body: await textOf(answer.body, options.maxResponseSize) };
  }
}

/** @throws {RequestAbortedError} beyond that many bytes */
async function textOf(stream: AsyncIterable<Buffer>, most = Infinity): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      if (bytes > most) throw new errors.RequestAbortedError(`The answer has more than ${most} bytes`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof errors.RequestAbortedError ? error : new errors.ConnectionError((error as Error).message);
  }
  return Buffer.concat(pieces).toString();
}
