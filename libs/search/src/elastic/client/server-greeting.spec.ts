import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { openElastic } from './elastic-client';
import { greetingFault } from './server-greeting';

describe('a server at ELASTICSEARCH_URL', () => {
  let server: Server;
  let url: string;
  let asked: IncomingMessage;
  let answer: { status: number; headers: Record<string, string>; body: string };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked = request;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://reader:p%20w@127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const says = (body: unknown, headers: Record<string, string> = {}, status = 200): void => {
    answer = { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  };
  const ELASTIC = { 'x-elastic-product': 'Elasticsearch' };

  async function fault(apiKey?: string, at = url): Promise<string | undefined> {
    const client = openElastic({ url: at, ...(apiKey && { apiKey }) });
    try {
      return await greetingFault(client);
    } finally {
      await client.close();
    }
  }

  it('is asked with the login and a media type that all have', async () => {
    says({ version: { number: '8.19.2' } }, ELASTIC);
    expect(await fault()).toBeUndefined();
    expect(asked.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('reader:p w').toString('base64')}`,
    });
    await fault('key');
    expect(asked.headers.authorization).toBe('ApiKey key');
  });

  it.each(['2.4.0', '2.19.0', '3.1.0'])('is in order when it is OpenSearch %s', async (number) => {
    says({ version: { distribution: 'opensearch', number } });
    expect(await fault()).toBeUndefined();
  });

  it('is told when it is too old', async () => {
    says({ version: { distribution: 'opensearch', number: '2.3.1' } });
    expect(await fault()).toBe(
      'ELASTICSEARCH_URL leads to OpenSearch 2.3.1, which is too old: name an Elasticsearch 8.0 or newer or OpenSearch 2.4 or newer, ' +
        'or unset it to search by PostgreSQL',
    );
    says({ version: { number: '7.17.29' } }, ELASTIC);
    expect(await fault()).toMatch(/leads to Elasticsearch 7.17.29, which is too old/);
  });

  it.each(['welcome', null, {}])('is told when it is something else: %j', async (body) => {
    says(body);
    expect(await fault()).toMatch(/is neither Elasticsearch nor OpenSearch: name an .* to search by PostgreSQL$/);
  });

  it('is told when it refuses the login, and nothing is said of one that refuses more or is away', async () => {
    says({ error: 'no' }, {}, 401);
    expect(await fault()).toMatch(/^it refuses the login \(401\): check ELASTICSEARCH_API_KEY/);
    says({ error: 'no' }, {}, 403);
    expect(await fault()).toBeUndefined();
    const warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    expect(await fault(undefined, 'http://127.0.0.1:1')).toBeUndefined();
    expect(warnings).toHaveBeenCalledTimes(1);
    warnings.mockRestore();
  });
});
