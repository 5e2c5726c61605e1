import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { openElastic } from './elastic-client';

type Reply = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A node whose answers are scripted, and which records what it was asked. */
class Node {
  readonly asked: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  reply: Reply = says(200, {});
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      this.asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      this.reply(request, response, body);
    });
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get lines(): string[] {
    return this.asked.map(({ line }) => line);
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const ELASTIC = { ...JSON_TYPE, 'x-elastic-product': 'Elasticsearch' };

function says(status: number, body: unknown, headers: Record<string, string> = ELASTIC): Reply {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Refuses the media types of Elasticsearch, as OpenSearch does. */
const openSearchOf =
  (number: string): Reply =>
  (request, response) => {
    const isForeign = request.headers['content-type']?.includes('vnd.elasticsearch');
    if (isForeign)
      return void says(406, { error: 'Content-Type header is not supported' }, JSON_TYPE)(request, response, '');
    const greeting = { version: { distribution: 'opensearch', number } };
    says(200, request.url === '/' ? greeting : { pit_id: 'point', items: [] }, JSON_TYPE)(request, response, '');
  };

const openSearch = openSearchOf('2.19.0');

const closes: Reply = (request) => request.socket.destroy();

describe('ServerTransport', () => {
  let nodes: [Node, Node];
  let client: Client;
  let warned: string[];

  beforeEach(async () => {
    warned = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => void warned.push(String(message)));
    nodes = [await new Node().listen(), await new Node().listen()];
    client = openElastic({ url: `http://reader:secret@${nodes[0].host},http://${nodes[1].host}` });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await client.close();
    await Promise.all(nodes.map((node) => node.close()));
  });

  const search = (): Promise<unknown> => client.search({ index: 'i' }, { requestTimeout: 500 });
  const counts = (): number[] => nodes.map(({ asked }) => asked.length);

  it('asks the nodes in turn, all with the login', async () => {
    for (let at = 0; at < 4; at++) await search();
    expect(counts()).toEqual([2, 2]);
    const authorization = `Basic ${Buffer.from('reader:secret').toString('base64')}`;
    for (const { headers } of nodes.flatMap(({ asked }) => asked)) expect(headers).toMatchObject({ authorization });
  });

  it.each<[string, Reply]>([
    ['cuts the line', closes],
    ['does not answer in time', () => undefined],
    ['answers 502', says(502, {})],
    ['answers 503', says(503, {})],
    ['answers 504', says(504, {})],
  ])('asks the next one where a node %s, and that one alone for a while', async (_what, reply) => {
    nodes[0].reply = reply;
    for (let at = 0; at < 4; at++) await search();
    expect(counts()).toEqual([1, 4]);
    expect(warned).toEqual([
      expect.stringMatching(new RegExp(`^http://${nodes[0].host}/ does not answer: (?!.*secret)`)),
    ]);
  });

  it('fails when all nodes have failed, after one try on each', async () => {
    for (const node of nodes) node.reply = says(503, {});
    await expect(search()).rejects.toMatchObject({ statusCode: 503 });
    expect(counts()).toEqual([1, 1]);
  });

  it.each([400, 401, 404, 429, 500])('asks nobody else after an answer of %i', async (status) => {
    nodes[0].reply = says(status, {});
    await expect(search()).rejects.toMatchObject({ statusCode: status });
    expect(counts()).toEqual([1, 0]);
  });

  it('asks nobody else for a query that asks for too much, whatever the status', async () => {
    nodes[0].reply = says(503, { error: { type: 'too_many_buckets_exception' } });
    await expect(search()).rejects.toMatchObject({ statusCode: 503 });
    expect([counts(), warned]).toEqual([[1, 0], []]);
  });

  it('repeats a bulk, which has the same outcome twice', async () => {
    nodes[0].reply = closes;
    nodes[1].reply = says(200, { items: [] });
    await client.bulk({ operations: ['{"delete":{}}'] });
    expect(nodes[1].lines).toEqual(['POST /_bulk']);
  });

  it.each<[string, (on: Client) => Promise<unknown>]>([
    ['the deletion of an index', (on) => on.indices.delete({ index: 'i' })],
    ['a change of aliases', (on) => on.indices.updateAliases({ actions: [] })],
    ['a new index', (on) => on.indices.create({ index: 'i' })],
  ])('does not repeat %s, which may have been done', async (_what, ask) => {
    nodes[0].reply = closes;
    await expect(ask(client)).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(counts()).toEqual([1, 0]);
  });

  it('repeats even that where the connection was refused', async () => {
    await nodes[0].close();
    await client.indices.create({ index: 'i' });
    expect(counts()).toEqual([0, 1]);
    nodes[0] = await new Node().listen();
  });

  it('recognises OpenSearch by its refusal, and speaks to it without vendors', async () => {
    for (const node of nodes) node.reply = openSearch;
    await client.bulk({ operations: ['{"delete":{}}'] });
    await search();
    const all = nodes.flatMap(({ asked }) => asked);
    expect(all.map(({ line }) => line).sort()).toEqual(['GET /', 'GET /i/_search', 'POST /_bulk', 'POST /_bulk']);
    expect(all.filter(({ headers }) => JSON.stringify(headers).includes('vnd.elasticsearch'))).toHaveLength(1);
  });

  it('opens and closes points in time as OpenSearch has them', async () => {
    for (const node of nodes) node.reply = openSearch;
    await client.indices.refresh({ index: 'i' });
    expect(await client.openPointInTime({ index: 'i', keep_alive: '2m' })).toEqual({ id: 'point' });
    await client.closePointInTime({ id: 'point' });
    const all = nodes.flatMap(({ asked }) => asked).map(({ line, body }) => `${line} ${body}`.trim());
    expect(all).toEqual(
      expect.arrayContaining([
        'POST /i/_search/point_in_time?keep_alive=2m',
        'DELETE /_search/point_in_time {"pit_id":["point"]}',
      ]),
    );
  });

  it.each([
    ['asc', [true, 'a'], [1, 'a']],
    ['asc', ['9223372036854775807', 'a'], [2, 'a']],
    ['desc', ['-9223372036854775808', 'a'], [-1, 'a']],
  ])('sorts booleans %s by integers on OpenSearch, after %j', async (order, search_after, sent) => {
    for (const node of nodes) node.reply = openSearch;
    const key = { order: order as 'asc', missing: '_last' };
    await client.search({ index: 'i', sort: [{ 'value.deleted': key }, { id: key }], search_after });
    const bodies = nodes
      .flatMap(({ asked }) => asked)
      .flatMap(({ body }) => (body ? [JSON.parse(body) as unknown] : []));
    expect(bodies).toContainEqual({
      sort: [{ 'value.deleted': { order, missing: order === 'asc' ? 2 : -1 } }, { id: key }],
      search_after: sent,
    });
  });

  it.each([
    ['2.19.0', {}],
    ['3.3.2', { similarity: { default: { type: 'LegacyBM25' } } }],
  ])('has words score as on other engines on OpenSearch %s', async (number, settings) => {
    for (const node of nodes) node.reply = openSearchOf(number);
    await client.cluster.putComponentTemplate({ name: 't', template: { settings: {} } });
    const { body } = nodes
      .flatMap(({ asked }) => asked)
      .find(({ headers }) => headers['content-type'] === 'application/json')!;
    expect(JSON.parse(body)).toEqual({ template: { settings } });
  });

  it('gives up an answer that is larger than allowed, whose size was told beforehand', async () => {
    const text = JSON.stringify('x'.repeat(300_000));
    const headers = { ...ELASTIC, 'content-length': String(text.length) };
    for (const node of nodes) node.reply = (_request, response) => response.writeHead(200, headers).end(text);
    const asked = client.search({ index: 'i' }, { maxResponseSize: 100_000 });
    await expect(asked).rejects.toMatchObject({ name: 'RequestAbortedError' });
    expect(counts()).toEqual([1, 0]);
  });

  it('does not take for OpenSearch what does not say so', async () => {
    for (const node of nodes) node.reply = says(200, {}, JSON_TYPE);
    await expect(search()).rejects.toMatchObject({ name: 'ProductNotSupportedError' });
  });
});
