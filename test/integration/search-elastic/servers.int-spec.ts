import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import type { Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { openElastic } from '../../../libs/search/src/elastic/client/elastic-client';
import { greetingFault } from '../../../libs/search/src/elastic/client/server-greeting';
import { ElasticEngine } from '../../../libs/search/src/elastic/elastic-engine';
import { ElasticRebuild } from '../../../libs/search/src/elastic/upkeep/index-rebuild';
import { ElasticSetup } from '../../../libs/search/src/elastic/upkeep/index-setup';
import { ElasticIndex } from '../../../libs/search/src/elastic/write/elastic-index';
import { CERTIFICATE, KEY } from '../../support/sources/false-server';
import { describeElastic, ElasticWorld, ELASTICSEARCH } from './support/elastic-world';
import { ask, DOCUMENTS } from './support/few-documents';

/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1';

/** TLS in front of the server, by a certificate for `localhost` that nobody trusts by itself. */
async function startEncrypted(): Promise<{ server: Server; url: string }> {
  const { hostname, port } = new URL(ELASTICSEARCH ?? '');
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
    const behind = connect(Number(port), hostname);
    for (const end of [socket, behind]) end.on('error', () => [socket, behind].forEach((each) => each.destroy()));
    socket.pipe(behind).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `https://localhost:${(server.address() as AddressInfo).port}` };
}

describeElastic('servers of an operator', () => {
  let world: ElasticWorld;
  const clients: Client[] = [];
  let warn: jest.SpyInstance;

  beforeAll(async () => (world = await ElasticWorld.open(DOCUMENTS)));
  beforeEach(() => (warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue()));
  afterEach(() => warn.mockRestore());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await world.close();
  });

  function open(...[connection]: Parameters<typeof openElastic>): Client {
    const client = openElastic(connection);
    clients.push(client);
    return client;
  }

  it('are asked and written by the node that is there', async () => {
    const client = open({ url: `${CLOSED},${ELASTICSEARCH}` });
    const engine = new ElasticEngine(client, world.names);
    const index = new ElasticIndex(client, world.names);
    for (let at = 0; at < 3; at++) {
      expect(await engine.isReady()).toBe(true);
      expect(await index.write(DOCUMENTS)).toEqual(DOCUMENTS.map(() => 'late'));
    }
    expect(warn.mock.calls).toEqual([[`${CLOSED}/ does not answer: connect ECONNREFUSED 127.0.0.1:1`]]);
    expect((await ask(world)).hits).toHaveLength(DOCUMENTS.length);
  });

  describe('that speak TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-ca-'));
    const caFile = join(folder, 'ca.pem');
    let server: Server;
    let url: string;

    beforeAll(async () => {
      writeFileSync(caFile, CERTIFICATE);
      ({ server, url } = await startEncrypted());
    });
    afterAll(() => {
      server.close();
      rmSync(folder, { recursive: true });
    });

    it('are trusted by the authority of the file', async () => {
      expect(await new ElasticEngine(open({ url, caFile }), world.names).isReady()).toBe(true);
    });

    it('are not trusted without it, which is said', async () => {
      const client = open({ url });
      expect(await new ElasticEngine(client, world.names).isReady()).toBe(false);
      expect(await greetingFault(client)).toMatch(/^its certificate is not trusted: .* ELASTICSEARCH_CA_FILE/);
    });
  });

  it('are supported', async () => {
    expect(await greetingFault(world.client)).toBeUndefined();
  });
});

describeElastic('an index', () => {
  let world: ElasticWorld;
  let warn: jest.SpyInstance;
  beforeEach(async () => {
    world = new ElasticWorld();
    await new ElasticSetup(world.client, world.names).ensure();
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });
  afterEach(async () => {
    warn.mockRestore();
    await world.close();
  });

  async function settings(): Promise<Record<string, unknown>> {
    const [found] = Object.values(await world.client.indices.getSettings({ index: world.names.main }));
    const { number_of_shards, number_of_replicas, auto_expand_replicas } = found?.settings?.index ?? {};
    return { number_of_shards, number_of_replicas, auto_expand_replicas };
  }
  const ensure = (layout: ConstructorParameters<typeof ElasticSetup>[2]): Promise<string> =>
    new ElasticSetup(world.client, world.names, layout).ensure();

  it('gets the copies that the settings name', async () => {
    expect(await settings()).toMatchObject({ number_of_shards: '1', auto_expand_replicas: '0-1' });
    expect(await ensure({ replicas: 2 })).toBe('current');
    expect(await settings()).toEqual({
      number_of_shards: '1',
      number_of_replicas: '2',
      auto_expand_replicas: 'false',
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps its shards until it is built anew, which is said', async () => {
    expect(await ensure({ shards: 3 })).toBe('current');
    expect(warn.mock.calls).toEqual([
      ['the search index has 1 shards, and ELASTICSEARCH_SHARDS is 3: npm run admin -- search rebuild makes it anew'],
    ]);
    async function* documents(): AsyncGenerator<(typeof DOCUMENTS)[number]> {
      yield* await Promise.resolve(DOCUMENTS);
    }
    await new ElasticRebuild(world.client, world.names, { shards: 3, replicas: 0 }).rebuild(documents());
    expect(await settings()).toMatchObject({ number_of_shards: '3', number_of_replicas: '0' });
    warn.mockClear();
    expect(await ensure({ shards: 3 })).toBe('current');
    expect(warn).not.toHaveBeenCalled();
    expect((await ask(world)).total).toEqual({ value: DOCUMENTS.length, relation: 'eq' });
  });
});
