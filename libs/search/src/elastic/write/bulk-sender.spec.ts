import { errors, type Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { removing } from './bulk-operation';
import { BulkSender } from './bulk-sender';

type Item = Record<string, { status: number; error?: { type: string; reason: string } }>;

const index = (status: number, error?: { type: string; reason: string }): Item => ({
  index: { status, ...(error && { error }) },
});
const OPERATIONS = ['1', '2', '3'].map((node) => removing({ node, version: 1 }));

/** Answers the bulks one after another, and records the nodes of each. */
class Bulks {
  readonly sent: string[][] = [];

  constructor(private readonly answers: (readonly Item[] | Error)[]) {}

  bulk(request: { operations: string[] }): Promise<{ items: readonly Item[] }> {
    this.sent.push(request.operations.map((line) => (JSON.parse(line) as { delete: { _id: string } }).delete._id));
    const answer = this.answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ items: answer ?? [] });
  }
}

const responseError = (statusCode: number): Error =>
  new errors.ResponseError({ statusCode, body: {}, headers: {}, warnings: null, meta: {} as never });

describe('BulkSender', () => {
  // Of the client it uses this one method.
  const send = (bulks: Bulks) => new BulkSender(bulks as unknown as Client, [0, 0]).send('alias', OPERATIONS, false);

  it('tells what became of each', async () => {
    const bulks = new Bulks([[index(201), index(409), index(400, { type: 'x', reason: 'no such form' })]]);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    expect(await send(bulks)).toEqual(['written', 'late', { reason: 'no such form' }]);
    expect(logged).toHaveBeenCalledWith('1 documents cannot be indexed, the first is node 3: no such form');
    logged.mockRestore();
  });

  it('takes the removal of what was not there as done, and a missing index as that', async () => {
    const missing = index(404, { type: 'index_not_found_exception', reason: 'no such index' });
    expect(await send(new Bulks([[{ delete: { status: 404 } }, missing, index(200)]]))).toEqual([
      'written',
      'missing',
      'written',
    ]);
  });

  it('sends again what the server had no room for, and nothing else', async () => {
    const busy = { type: 'es_rejected_execution_exception', reason: 'full' };
    const bulks = new Bulks([
      [index(200), index(429, busy), index(503, busy)],
      [index(200), index(429, busy)],
      [index(200)],
    ]);
    expect(await send(bulks)).toEqual(['written', 'written', 'written']);
    expect(bulks.sent).toEqual([['1', '2', '3'], ['2', '3'], ['3']]);
  });

  it('sends all of it again when all was refused for want of room', async () => {
    const bulks = new Bulks([responseError(429), OPERATIONS.map(() => index(200))]);
    expect(await send(bulks)).toEqual(['written', 'written', 'written']);
  });

  it('gives up after some tries', async () => {
    const bulks = new Bulks([responseError(429), responseError(429), responseError(429)]);
    await expect(send(bulks)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(bulks.sent).toHaveLength(3);
  });

  it.each([[new errors.ConnectionError('connect ECONNREFUSED 127.0.0.1:9200')], [responseError(503)]])(
    'says that the server is away: %s',
    async (error) => {
      await expect(send(new Bulks([error]))).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.not.stringContaining('9200'),
      });
    },
  );
});
