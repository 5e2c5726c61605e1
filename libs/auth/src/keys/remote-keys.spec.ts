import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemoteKeys } from './remote-keys';

const LONG = { refreshMs: 60_000, unknownKidMs: 60_000, firstTryMs: 60_000 };

interface Issuer {
  readonly uri: string;
  calls: number;
  answer: (response: ServerResponse) => void;
}

let server: Server;
let issuer: Issuer;
let failures: string[];
const open: RemoteKeys[] = [];

beforeEach(async () => {
  failures = [];
  server = createServer((request, response) => {
    issuer.calls++;
    if (request.url === '/elsewhere') return void response.end(JSON.stringify({ keys: [jwk('one')] }));
    issuer.answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  issuer = { uri, calls: 0, answer: publish('one') };
});

afterEach(async () => {
  open.splice(0).forEach((keys) => keys.close());
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
});

function jwk(kid: string, more: object = {}): object {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...publicKey.export({ format: 'jwk' }), kid, ...more };
}

function publish(...kids: string[]): Issuer['answer'] {
  const text = JSON.stringify({ keys: kids.map((kid) => jwk(kid)) });
  return (response) => void response.end(text);
}

function keysOf(times = LONG): RemoteKeys {
  const keys = new RemoteKeys(issuer.uri, (reason) => failures.push(reason), times);
  open.push(keys);
  return keys;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((turn) => setTimeout(turn, 5));
}

describe('RemoteKeys', () => {
  it('asks nobody before its first use, and then once for many at a time', async () => {
    const keys = keysOf();
    expect(issuer.calls).toBe(0);
    const found = await Promise.all([1, 2, 3].map(() => keys.find('one', 'ES256')));
    expect(found.every((key) => key !== undefined && key === found[0])).toBe(true);
    expect(issuer.calls).toBe(1);
  });

  it('looks for an unknown kid once, and then not again for a while', async () => {
    const keys = keysOf();
    await keys.find('one', 'ES256');
    issuer.answer = publish('one', 'two');
    expect(await keys.find('two', 'ES256')).toBeDefined();
    for (let i = 0; i < 20; i++) expect(await keys.find(`guess ${i}`, 'ES256')).toBeUndefined();
    expect(issuer.calls).toBe(2);
  });

  it('refuses a removed key after the next refresh', async () => {
    const keys = keysOf({ ...LONG, refreshMs: 20 });
    const key = await keys.find('one', 'ES256');
    issuer.answer = publish('two');
    await until(() => !keys.isCurrent('one', 'ES256', key!));
    expect(await keys.find('one', 'ES256')).toBeUndefined();
    expect(await keys.find('two', 'ES256')).toBeDefined();
  });

  it('takes another key under the same kid for another key', async () => {
    const keys = keysOf({ ...LONG, refreshMs: 20 });
    const key = await keys.find('one', 'ES256');
    issuer.answer = publish('one');
    await until(() => !keys.isCurrent('one', 'ES256', key!));
    expect((await keys.find('one', 'ES256'))?.equals(key!)).toBe(false);
  });

  it('keeps a key that did not change the same object', async () => {
    const keys = keysOf({ ...LONG, refreshMs: 20 });
    const key = await keys.find('one', 'ES256');
    await until(() => issuer.calls >= 3);
    expect(keys.isCurrent('one', 'ES256', key!)).toBe(true);
  });

  it('serves the last set while the issuer is away', async () => {
    const keys = keysOf({ ...LONG, refreshMs: 20 });
    await keys.find('one', 'ES256');
    issuer.answer = (response) => void response.writeHead(500).end();
    await until(() => failures.length >= 2);
    expect(failures[0]).toContain('500');
    expect(await keys.find('one', 'ES256')).toBeDefined();
  });

  it('tries again later when the first try failed', async () => {
    const keys = keysOf({ ...LONG, firstTryMs: 1_000 });
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    issuer.answer = (response) => void response.destroy();
    expect(await keys.find('one', 'ES256')).toBeUndefined();
    now.mockReturnValue(999);
    expect(await keys.find('one', 'ES256')).toBeUndefined();
    expect(issuer.calls).toBe(1);
    issuer.answer = publish('one');
    now.mockReturnValue(1_000);
    expect(await keys.find('one', 'ES256')).toBeDefined();
    now.mockRestore();
    expect(issuer.calls).toBe(2);
  });

  it('gives up on a slow issuer after two seconds', async () => {
    const keys = keysOf();
    // It never answers.
    issuer.answer = () => undefined;
    expect(await keys.find('one', 'ES256')).toBeUndefined();
    expect(failures).toHaveLength(1);
  });

  it.each<[string, Issuer['answer']]>([
    ['a redirect', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['no JSON', (response) => void response.end('<html>')],
    ['no list', (response) => void response.end('{"keys":{}}')],
    ['null', (response) => void response.end('null')],
    ['more than 1 MiB', (response) => void response.end(`{"keys":[],"x":"${'x'.repeat(1024 * 1024)}"}`)],
  ])('does not take %s', async (_name, answer) => {
    issuer.answer = answer;
    expect(await keysOf().find('one', 'ES256')).toBeUndefined();
    expect([issuer.calls, failures.length]).toEqual([1, 1]);
  });

  it.each<[string, object]>([
    ['for encryption', jwk('one', { use: 'enc' })],
    ['for another algorithm', jwk('one', { alg: 'ES384' })],
    ['that may only sign', jwk('one', { key_ops: ['sign'] })],
    ['off its curve', { ...jwk('one'), y: 'AAAA' }],
    ['that is a shared secret', { kty: 'oct', kid: 'one', k: 'c2VjcmV0' }],
    [
      'too short',
      { ...generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }), kid: 'one' },
    ],
    ['without an id', { ...jwk('one'), kid: undefined }],
  ])('leaves a key %s out', async (_name, key) => {
    issuer.answer = (response) => void response.end(JSON.stringify({ keys: [null, 7, key, jwk('good')] }));
    const keys = keysOf();
    expect(await keys.find('good', 'ES256')).toBeDefined();
    expect(await keys.find('one', 'ES256')).toBeUndefined();
    expect(await keys.find('one', 'RS256')).toBeUndefined();
  });
});
