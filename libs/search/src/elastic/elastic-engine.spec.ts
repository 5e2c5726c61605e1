import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { AppError } from '@app/common';
import type { BoundQuery } from '../query/bound-query';
import type { SearchRequest } from '../query/search-request';
import { openElastic } from './client/elastic-client';
import { ElasticEngine } from './elastic-engine';
import { IndexNames } from './mapping/index-name';

const ALL: BoundQuery = { kind: 'all', boost: 1 };
const REQUEST: SearchRequest = {
  query: ALL,
  filter: [],
  permission: ALL,
  from: 0,
  size: 10,
  sort: [{ by: '_score', direction: 'desc' }],
  totals: true,
  aggregations: {},
  source: true,
};
const TIMEOUT_MS = 100;
const NO_HITS = { hits: [], total: { value: 0, relation: 'eq' }, max_score: null };
const SHARDS = { total: 1, successful: 1, skipped: 0, failed: 0 };

const fault = (type: string, reason = 'at 10.1.2.3:9200') => ({
  error: {
    type: 'search_phase_execution_exception',
    reason,
    root_cause: [{ type, reason }],
    caused_by: { type, reason },
  },
});

/** A fake server with scripted answers; the integration tests use a real one. */
describe('ElasticEngine', () => {
  let server: Server;
  let client: Client;
  let engine: ElasticEngine;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let requests: number;

  function says(status: number, body: unknown): void {
    answer = (_request, response) => {
      response.writeHead(status, {
        'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
        'x-elastic-product': 'Elasticsearch',
      });
      response.end(JSON.stringify(body));
    };
  }

  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests += 1;
      request.resume().on('end', () => answer(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = openElastic({ url: `http://someone:secret@127.0.0.1:${port}` });
    engine = new ElasticEngine(client, new IndexNames(''), TIMEOUT_MS);
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function failure(): Promise<AppError> {
    const error: unknown = await engine.search(REQUEST).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }

  const away = { code: 'SERVICE_UNAVAILABLE', message: 'The search engine does not answer', retryAfter: 1 };

  it('says what was found in time', async () => {
    says(200, { took: 1, timed_out: true, _shards: { ...SHARDS, failed: 1 }, hits: NO_HITS });
    await expect(engine.search(REQUEST)).resolves.toEqual({
      hits: [],
      total: { value: 0, relation: 'eq' },
      maxScore: null,
      aggregations: {},
      endsEarly: false,
      timedOut: true,
    });
  });

  it.each([
    [429, fault('es_rejected_execution_exception')],
    [500, fault('anything')],
    [503, fault('no_shard_available_action_exception')],
    [404, fault('index_not_found_exception')],
    [401, fault('security_exception')],
    [403, fault('security_exception')],
  ])('counts %i as away, and names no place', async (status, body) => {
    says(status, body);
    const error = await failure();
    expect(error).toMatchObject(away);
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/127|10\.1|9200|secret/);
  });

  it('counts a shard that failed as away', async () => {
    says(200, { took: 1, timed_out: false, _shards: { ...SHARDS, successful: 0, failed: 1 }, hits: NO_HITS });
    expect(await failure()).toMatchObject(away);
  });

  it('asks again with the statistics of all shards where the index has several, and so from then on', async () => {
    const asked: string[] = [];
    const found = { took: 1, timed_out: false, _shards: { ...SHARDS, total: 3, successful: 3 }, hits: NO_HITS };
    says(200, found);
    const reply = answer;
    answer = (sent, response) => {
      asked.push(new URL(sent.url ?? '', 'http://a').searchParams.get('search_type') ?? '');
      reply(sent, response);
    };
    await engine.search(REQUEST);
    await engine.search(REQUEST);
    expect(asked).toEqual(['', 'dfs_query_then_fetch', 'dfs_query_then_fetch']);
  });

  it('does not wait longer than the time is', async () => {
    answer = () => undefined;
    // The server never answers: without the time this would not end.
    expect(await failure()).toMatchObject(away);
  });

  it('counts a server that cuts the line, or that is no Elasticsearch, as away', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failure()).toMatchObject(away);
    answer = (_request, response) => response.end('{}');
    expect(await failure()).toMatchObject(away);
  });

  it('spares a server that is away', async () => {
    says(503, {});
    for (let at = 0; at < 3; at += 1) await failure();
    expect(await failure()).toMatchObject(away);
    expect(requests).toBe(3);
  });

  it.each([
    ['too_many_clauses', /too many words/],
    ['too_many_nested_clauses', /too many words/],
    ['too_complex_to_determinize_exception', /too complex/],
    ['too_many_buckets_exception', /too many buckets/],
  ])('blames the query for %s', async (type, message) => {
    for (const status of [400, 503]) {
      says(status, fault(type));
      const error = await failure();
      expect(error).toMatchObject({ code: 'BAD_REQUEST' });
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain('10.1.2.3');
    }
  });

  it('shows a fault of ours as one', async () => {
    says(400, fault('parsing_exception'));
    await expect(engine.search(REQUEST)).rejects.not.toBeInstanceOf(AppError);
  });

  it('tells whether it is ready without an error', async () => {
    says(200, {});
    await expect(engine.isReady()).resolves.toBe(true);
    says(404, {});
    await expect(engine.isReady()).resolves.toBe(false);
    answer = (request) => request.socket.destroy();
    await expect(engine.isReady()).resolves.toBe(false);
  });

  it('logs in with what the URL says', async () => {
    let header: string | undefined;
    const found = { took: 1, timed_out: false, _shards: SHARDS, hits: NO_HITS };
    says(200, found);
    const reply = answer;
    answer = (request, response) => {
      header = request.headers.authorization;
      reply(request, response);
    };
    await engine.search(REQUEST);
    expect(header).toBe(`Basic ${Buffer.from('someone:secret').toString('base64')}`);
  });
});
