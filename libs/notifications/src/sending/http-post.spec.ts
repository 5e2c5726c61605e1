import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard } from './address-guard';
import { HttpPost } from './http-post';

describe('a post to a receiver', () => {
  let answer: (response: ServerResponse) => void;
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  let url: URL;
  const post = new HttpPost(new AddressGuard(['127.0.0.1']), 60_000);

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(() => {
    post.close();
    server.closeAllConnections();
    server.close();
  });

  it('is given up where no answer comes, or comes too slowly', async () => {
    const impatient = new HttpPost(new AddressGuard(['127.0.0.1']), 300);
    answer = () => undefined;
    await expect(impatient.send(url, {}, '{}', { principal: 'one' })).rejects.toThrow('no answer within 300 ms');
    answer = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    await expect(impatient.send(url, {}, '{}', { principal: 'one' })).rejects.toThrow('no answer within 300 ms');
    impatient.close();
  });

  it('reads no more than a little of a long answer', async () => {
    let isCut = false;
    answer = (response) => {
      response.writeHead(200).on('close', () => (isCut = !response.writableFinished));
      const flood = (): void => void response.write(Buffer.alloc(32 * 1024), (error) => error ?? setImmediate(flood));
      flood();
    };
    expect(await post.send(url, {}, '{}', { principal: 'one' })).toEqual({ status: 200 });
    while (!isCut) await new Promise((wake) => setTimeout(wake, 5));
  });

  it('tells the pause that is asked for, in seconds or as a date, an hour at most', async () => {
    const pauseOf = async (text: string) => {
      answer = (response) => void response.writeHead(429, { 'retry-after': text }).end();
      return (await post.send(url, {}, '{}', { principal: 'one' })).retryAfterMs;
    };
    expect(await pauseOf('7')).toBe(7_000);
    expect(await pauseOf('99999')).toBe(3_600_000);
    expect(await pauseOf(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000);
    expect([await pauseOf('soon'), await pauseOf('-1'), await pauseOf('0')]).toEqual([undefined, undefined, undefined]);
  });

  it('ends where the process stops', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const sent = post.send(url, {}, '{}', { principal: 'one', stopping: stop.signal });
    stop.abort();
    await expect(sent).rejects.toThrow(/abort/i);
  });
});
