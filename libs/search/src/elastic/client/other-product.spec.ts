import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { otherProduct } from './other-product';

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

  it('is told when it is OpenSearch, asked with the login and a media type that all have', async () => {
    says({ version: { distribution: 'opensearch', number: '2.19.0' } });
    expect(await otherProduct({ url })).toMatch(/leads to OpenSearch, which is not supported: .*PostgreSQL/);
    expect(asked.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('reader:p w').toString('base64')}`,
    });
    await otherProduct({ url, apiKey: 'key' });
    expect(asked.headers.authorization).toBe('ApiKey key');
  });

  it('is told when it is something else', async () => {
    says('welcome');
    expect(await otherProduct({ url })).toMatch(/is no Elasticsearch/);
    says(null);
    expect(await otherProduct({ url })).toMatch(/is no Elasticsearch/);
  });

  it('is in order when it is Elasticsearch, and nothing is said of one that refuses or is away', async () => {
    says({ version: { number: '8.19.2' } }, { 'x-elastic-product': 'Elasticsearch' });
    expect(await otherProduct({ url })).toBeUndefined();
    says({ error: 'no' }, {}, 401);
    expect(await otherProduct({ url })).toBeUndefined();
    expect(await otherProduct({ url: 'http://127.0.0.1:1' })).toBeUndefined();
  });
});
