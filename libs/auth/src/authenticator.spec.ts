import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, CacheMemory } from '@app/common';
import { Logger } from '@nestjs/common';
import { Authenticator } from './authenticator';
import { RemoteKeys } from './keys/remote-keys';
import { SigningKey } from './keys/signing-key';
import type { Principal } from './principal/principal';
import { Principals } from './principal/principals';
import type { PrincipalQuestion, PrincipalRepository } from './principal/principal.repository';
import type { RightsReader } from './principal/rights-reader';
import type { LastSeen } from './user/last-seen';
import { TokenVerifier, type OutsideTrust } from './verification/token-verifier';
import type { VerifiedToken } from './verification/verified-token';

const ANN: Principal = {
  node: '1',
  id: 'user-1',
  name: 'ann',
  isAdmin: false,
  isBot: false,
  ownerIds: new Set(['user-1']),
  rules: [],
};
const AUDIENCE = 'test-audience';
const OUTSIDE = 'https://login.example.org';

let ann: Principal;
let key: SigningKey;
let stranger: SigningKey;
const outsideEc = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let jwksServer: Server;
let outgoing: string[] = [];
let published: object[] = [];
let authenticator: Authenticator;
let verifier: TokenVerifier;
let revoked: Set<string>;
let version: string;
let logged: string[], seen: string[];

/** The answers of the database. */
const rights = {
  standingOf: async ({ own }: Pick<VerifiedToken, 'own'>) => ({
    rights: version,
    isLive: !own || !revoked.has(own.jti),
  }),
} as RightsReader;

const trusting = (keys: RemoteKeys): OutsideTrust => ({
  ...{
    issuer: OUTSIDE,
    audience: AUDIENCE,
    algorithms: ['RS256', 'ES256'],
    claims: {},
    emailDomains: [],
    admin: false,
  },
  keys,
});
const lastSeen = { note: ({ name }: Principal) => void seen.push(name) } as unknown as LastSeen;
const authenticatorOf = (tokens: TokenVerifier, principals: unknown, standing: unknown = rights): Authenticator =>
  new Authenticator(tokens, principals as never, standing as never, new CacheMemory(1_000_000), lastSeen);

beforeAll(async () => {
  key = await testKey();
  stranger = await testKey();
  jwksServer = createServer((request, response) => {
    outgoing.push(request.url ?? '');
    response.end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => jwksServer.once('listening', listening));
});

afterAll(async () => {
  await new Promise((closed) => {
    jwksServer.close(closed);
    jwksServer.closeAllConnections();
  });
});

beforeEach(() => {
  outgoing = [];
  published = [{ ...outsideEc.publicKey.export({ format: 'jwk' }), kid: 'outside', use: 'sig' }];
  revoked = new Set();
  version = 'v1';
  [logged, seen] = [[], []];
  jest.spyOn(Logger.prototype, 'debug').mockImplementation((line: unknown) => void logged.push(String(line)));
  verifier = new TokenVerifier({ audience: AUDIENCE, keys: key }, [
    trusting(new RemoteKeys(`${origin()}/jwks`, () => undefined)),
  ]);
  ann = { ...ANN };
  const principals = {
    at: async (_version: string, { who }: PrincipalQuestion) =>
      ('name' in who ? who.name === 'ann' : who.email === 'ann@example.org') ? { version, principal: ann } : undefined,
  };
  authenticator = authenticatorOf(verifier, principals);
});

afterEach(() => {
  verifier.onModuleDestroy();
  jest.restoreAllMocks();
});

function origin(): string {
  return `http://127.0.0.1:${(jwksServer.address() as AddressInfo).port}`;
}

function ask(authorization: string | string[] | undefined): Promise<unknown> {
  return authenticator.authenticate({ authorization }, '127.0.0.1');
}

async function refusal(authorization: string | string[] | undefined): Promise<AppError> {
  return ask(authorization).then(
    () => Promise.reject(new Error('it was taken')),
    (error: unknown) => error as AppError,
  );
}

function header(more: object = {}): object {
  return { alg: 'RS256', kid: key.kid, typ: 'JWT', ...more };
}

function good(claims: object = {}, head: object = {}): string {
  return signRs256(header(head), goodClaims(claims), key.privateKey);
}

function outsideToken(claims: object = {}, head: object = {}, by: KeyObject = outsideEc.privateKey): string {
  const { uid: _uid, tokenType: _kind, ...rest } = goodClaims({ iss: OUTSIDE, ...claims });
  return signEs256({ alg: 'ES256', kid: 'outside', ...head }, rest, by);
}

describe('tokens that are taken', () => {
  const cases: [string, () => string][] = [
    ['our own', () => `Bearer ${good()}`],
    ['a scheme word in another case and two blanks', () => `bEARER  ${good()}`],
    ['typ at+jwt', () => `Bearer ${good({}, { typ: 'at+jwt' })}`],
    ['no typ', () => `Bearer ${good({}, { typ: undefined })}`],
    ['an audience list that holds ours', () => `Bearer ${good({ aud: ['other', AUDIENCE] })}`],
    ['expired within the leeway', () => `Bearer ${good({ exp: seconds(-20) })}`],
    ['nbf and iat ahead within the leeway', () => `Bearer ${good({ nbf: seconds(20), iat: seconds(20) })}`],
    ['a bot that runs for ten years', () => `Bearer ${good({ exp: seconds(315_360_000) })}`],
    ['an outside one by an address in sub', () => `Bearer ${outsideToken({ sub: 'ann@example.org' })}`],
    ['an outside one by e-mail', () => `Bearer ${outsideToken({ email: 'ann@example.org', sub: 'x' })}`],
  ];

  it.each(cases)('%s', async (_name, make) => {
    await expect(ask(make())).resolves.toMatchObject({ name: 'ann', id: 'user-1' });
  });

  it('hands the token on with the actor', async () => {
    await expect(ask(`Bearer ${good({ jti: 'j-1' })}`)).resolves.toMatchObject({
      token: { own: { jti: 'j-1', kind: 'personal', revocationId: 'j-1' } },
    });
  });
});

describe('the actor of a token', () => {
  it('is one object until its principal is read anew', async () => {
    const token = `Bearer ${good()}`;
    const first = await ask(token);
    expect(await ask(token)).toBe(first);
    version = 'v2';
    ann = { ...ANN, isAdmin: true };
    const second = await ask(token);
    expect(second).toMatchObject({ name: 'ann', isAdmin: true });
    expect(await ask(token)).toBe(second);
  });

  it('is another object for another token', async () => {
    const [first, second] = [await ask(`Bearer ${good({ jti: 'j-1' })}`), await ask(`Bearer ${good({ jti: 'j-2' })}`)];
    expect(first).toMatchObject({ token: { own: { jti: 'j-1' } } });
    expect(second).toMatchObject({ token: { own: { jti: 'j-2' } } });
  });
});

describe('a caller that is recalled', () => {
  let known: string;

  const recalled = async (header: string): Promise<unknown> => {
    const caller = authenticator.recall(header);
    return caller && (await caller.ask()).isCurrent ? caller.actor : undefined;
  };

  beforeEach(async () => {
    const repository = { find: async () => ({ version, principal: ann }) } as unknown as PrincipalRepository;
    authenticator = authenticatorOf(verifier, new Principals(repository, rights, new CacheMemory(1_000_000)));
    known = `Bearer ${good({ jti: 'j-1' })}`;
  });

  it('is the one that was asked for before, and nobody until then', async () => {
    expect(authenticator.recall(known)).toBeUndefined();
    const actor = await ask(known);
    expect(await recalled(known)).toBe(actor);
    expect(seen).toEqual(['ann', 'ann']);
    expect(authenticator.recall(`Bearer ${good({ jti: 'j-2' })}`)).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['its token is revoked', () => revoked.add('j-1')],
    ['rights have changed', () => (version = 'v2')],
    ['its issuer has another key', () => jest.spyOn(verifier, 'isCurrent').mockReturnValue(false)],
  ])('is not current where %s', async (_why, change) => {
    await ask(known);
    change();
    expect([await recalled(known), seen]).toEqual([undefined, ['ann']]);
  });

  it('has the rights that were read last', async () => {
    await ask(known);
    version = 'v2';
    ann = { ...ANN, isAdmin: true };
    await ask(known);
    expect(await recalled(known)).toMatchObject({ isAdmin: true });
  });

  it.each([
    ['another scheme', (header: string) => header.replace('Bearer', 'Basic')],
    ['no scheme', (header: string) => header.slice('Bearer '.length)],
    ['more behind the token', (header: string) => `${header} x`],
    ['a part of the token', (header: string) => header.slice(0, -1)],
    ['nothing', () => ''],
  ])('is nobody for %s', async (_what, changed) => {
    await ask(known);
    expect(authenticator.recall(changed(known))).toBeUndefined();
  });
});

describe('the attack list', () => {
  const pem = (): string => key.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const raw = (head: unknown, claims: unknown = goodClaims()): string => signRs256(head, claims, key.privateKey);
  const cut = (token: string, count: number): string => token.split('.').slice(0, count).join('.');
  const withSignature = (signature: Buffer): string => `${cut(good(), 2)}.${signature.toString('base64url')}`;
  const duplicated = (text: string): string => text.replace('{', '{"sub":"root",');

  const cases: [string, () => string | string[]][] = [
    ['Basic', () => 'Basic YW5uOnNlY3JldA=='],
    ['two headers', () => [`Bearer ${good()}`, `Bearer ${good()}`]],
    ['a scheme without a token', () => 'Bearer '],
    ['two tokens', () => `Bearer ${good()} ${good()}`],
    ['two tokens by comma', () => `Bearer ${good()}, Bearer ${good()}`],
    ['no scheme', () => good()],
    ['two segments', () => `Bearer ${cut(good(), 2)}`],
    ['four segments', () => `Bearer ${good()}.e30`],
    ['five segments (JWE)', () => `Bearer ${encode({ alg: 'RSA-OAEP', enc: 'A256GCM', zip: 'DEF' })}.YQ.YQ.YQ.YQ`],
    ['an empty signature', () => `Bearer ${cut(good(), 2)}.`],
    ['three empty segments', () => 'Bearer ..'],
    ...['none', 'None', 'NONE', 'nOnE'].map((alg): [string, () => string] => [
      `alg ${alg}`,
      () => `Bearer ${cut(raw(header({ alg })), 2)}.`,
    ]),
    ['alg none with a signature', () => `Bearer ${raw(header({ alg: 'none' }))}`],
    ['HS256 with the public key', () => `Bearer ${signHs256(header({ alg: 'HS256' }), goodClaims(), pem())}`],
    ['HS256 that says RS256', () => `Bearer ${signHs256(header(), goodClaims(), pem())}`],
    ['RS256 key, alg RS512', () => `Bearer ${raw(header({ alg: 'RS512' }))}`],
    ['alg swapped to ES256', () => `Bearer ${raw(header({ alg: 'ES256' }))}`],
    ['alg missing', () => `Bearer ${raw(header({ alg: undefined }))}`],
    ['alg a list', () => `Bearer ${raw(header({ alg: ['RS256'] }))}`],
    ['ES256 with r = s = 0', () => `Bearer ${cut(outsideToken(), 2)}.${Buffer.alloc(64).toString('base64url')}`],
    ['a signature of zeros', () => `Bearer ${withSignature(Buffer.alloc(256))}`],
    ['a flipped bit in the signature', () => `Bearer ${flip(good())}`],
    ['another key under our kid', () => `Bearer ${signRs256(header(), goodClaims(), stranger.privateKey)}`],
    ['claims of another token', () => `Bearer ${swapClaims(good(), goodClaims({ sub: 'root' }))}`],
    ['expired', () => `Bearer ${good({ exp: seconds(-31) })}`],
    ['nbf ahead', () => `Bearer ${good({ nbf: seconds(60) })}`],
    ['iat ahead', () => `Bearer ${good({ iat: seconds(60) })}`],
    ['nbf a string', () => `Bearer ${good({ nbf: '1' })}`],
    ['exp missing', () => `Bearer ${good({ exp: undefined })}`],
    ['exp a string', () => `Bearer ${good({ exp: String(seconds(600)) })}`],
    ['exp 1e308', () => `Bearer ${good({ exp: 1e308 })}`],
    ['exp negative', () => `Bearer ${good({ exp: -1 })}`],
    ['exp a fraction', () => `Bearer ${good({ exp: seconds(600) + 0.5 })}`],
    ['exp null', () => `Bearer ${good({ exp: null })}`],
    [
      'exp beyond a double',
      () => `Bearer ${raw(header(), JSON.stringify(goodClaims()).replace(/"exp":\d+/, '"exp":1e400'))}`,
    ],
    ['wrong iss', () => `Bearer ${good({ iss: 'https://elsewhere.example.org' })}`],
    ['iss missing', () => `Bearer ${good({ iss: undefined })}`],
    ['iss of an outside issuer, signed by us', () => `Bearer ${good({ iss: OUTSIDE })}`],
    [
      'our iss, signed outside',
      () => `Bearer ${outsideToken({ iss: 'metadata-catalog', uid: 'user-1', tokenType: 'personal' })}`,
    ],
    ['wrong aud', () => `Bearer ${good({ aud: 'other' })}`],
    ['aud missing', () => `Bearer ${good({ aud: undefined })}`],
    ['aud an empty list', () => `Bearer ${good({ aud: [] })}`],
    ['other typ', () => `Bearer ${good({}, { typ: 'id+jwt' })}`],
    ['typ a number', () => `Bearer ${good({}, { typ: 1 })}`],
    ['kid missing', () => `Bearer ${good({}, { kid: undefined })}`],
    ['kid a path', () => `Bearer ${good({}, { kid: '../../../../dev/null' })}`],
    ['kid SQL', () => `Bearer ${good({}, { kid: "' or 1=1 --" })}`],
    ['kid a URL', () => `Bearer ${good({}, { kid: `${origin()}/evil` })}`],
    ['kid of 10 kB', () => `Bearer ${good({}, { kid: 'k'.repeat(10_000) })}`],
    ['kid a member of every object', () => `Bearer ${good({}, { kid: '__proto__' })}`],
    ['jku', () => `Bearer ${good({}, { jku: `${origin()}/evil` })}`],
    ['x5u', () => `Bearer ${good({}, { x5u: `${origin()}/evil` })}`],
    ['jwk', () => `Bearer ${good({}, { jwk: stranger.jwk })}`],
    ['unknown crit', () => `Bearer ${good({}, { crit: ['exp'] })}`],
    ['b64 false', () => `Bearer ${good({}, { b64: false, crit: ['b64'] })}`],
    ['cty', () => `Bearer ${good({}, { cty: 'JWT' })}`],
    ['a duplicate claim', () => `Bearer ${raw(header(), duplicated(JSON.stringify(goodClaims())))}`],
    ['a duplicate header member', () => `Bearer ${raw(JSON.stringify(header()).replace('{', '{"alg":"none",'))}`],
    ['NUL in sub', () => `Bearer ${good({ sub: 'ann\u0000' })}`],
    ['claims a list', () => `Bearer ${raw(header(), [])}`],
    ['claims null', () => `Bearer ${raw(header(), 'null')}`],
    ['claims no JSON', () => `Bearer ${raw(header(), '{')}`],
    [
      'claims not UTF-8',
      () => `Bearer ${encode(header())}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.YQ`,
    ],
    ['a header nested deep', () => `Bearer ${raw('{"alg":'.repeat(500) + '1' + '}'.repeat(500))}`],
    ['padded base64', () => `Bearer ${padded(good())}`],
    ['base64 with loose bits', () => `Bearer ${looseBits(good())}`],
    ['more than 16 KiB', () => `Bearer ${good({ padding: 'x'.repeat(17_000) })}`],
    ['own claims missing', () => `Bearer ${good({ uid: undefined })}`],
    ['session without a login', () => `Bearer ${good({ tokenType: 'session' })}`],
    ['another kind of token', () => `Bearer ${good({ tokenType: 'refresh' })}`],
    ['a user that is not there', () => `Bearer ${good({ sub: 'nobody' })}`],
    ['a later user of the same name', () => `Bearer ${good({ uid: 'user-0' })}`],
    ['outside: unknown kid', () => `Bearer ${outsideToken({}, { kid: 'removed' })}`],
    ['outside: no name', () => `Bearer ${outsideToken({ sub: undefined })}`],
    ['outside: name a number', () => `Bearer ${outsideToken({ email: 7 })}`],
    ['outside: a name that is no e-mail address', () => `Bearer ${outsideToken({ sub: 'ann' })}`],
    ['outside: an address that nobody has', () => `Bearer ${outsideToken({ email: 'ann@example.net' })}`],
    [
      'outside: an address that is not verified',
      () => `Bearer ${outsideToken({ email: 'ann@example.org', email_verified: false })}`,
    ],
    ['outside: wrong aud', () => `Bearer ${outsideToken({ aud: 'other' })}`],
  ];

  it.each(cases)('%s', async (_name, make) => {
    const authorization = make();
    const error = await refusal(authorization);
    expect(error).toBeInstanceOf(AppError);
    expect([error.code, error.message, error.details]).toEqual(['UNAUTHORIZED', 'Unauthorized', undefined]);
    expect(error.headers).toEqual({ 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    expect(outgoing.filter((url) => url !== '/jwks')).toEqual([]);
    const segments = String(authorization).split(/[ ,.]+/);
    expect(logged).toHaveLength(1);
    expect(segments.filter((each) => each.length > 12 && logged.join().includes(each))).toEqual([]);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
  ])('%s is asked for credentials, without an error', async (_name, authorization) => {
    const error = await refusal(authorization);
    expect([error.code, error.message]).toEqual(['UNAUTHORIZED', 'Unauthorized']);
    expect(error.headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
  });

  it('a token that is revoked after it was taken', async () => {
    const token = `Bearer ${good({ jti: 'gone' })}`;
    await ask(token);
    revoked.add('gone');
    expect([(await refusal(token)).message, seen]).toEqual(['Unauthorized', ['ann']]);
    expect(logged.join()).toContain('revoked');
  });

  it('a remembered token whose key its issuer took back', async () => {
    const keys = new RemoteKeys(`${origin()}/jwks`, () => undefined, { refreshMs: 20, unknownKidMs: 0, firstTryMs: 0 });
    const trusted = new TokenVerifier({ audience: AUDIENCE, keys: key }, [trusting(keys)]);
    const anns = { at: async () => ({ version, principal: ANN }) };
    const other = authenticatorOf(trusted, anns);
    const token = { authorization: `Bearer ${outsideToken({ sub: 'ann@example.org' })}` };
    const taken = (): Promise<boolean> =>
      other.authenticate(token, '::1').then(
        () => true,
        () => false,
      );
    expect([await taken(), await taken()]).toEqual([true, true]);
    published = [];
    while (await taken()) await new Promise((turn) => setTimeout(turn, 5));
    expect(logged.at(-1)).toContain('unknown kid');
    trusted.onModuleDestroy();
  });

  it('keeps a failure of the database apart from a bad token', async () => {
    const broken = { standingOf: () => Promise.reject(new Error('database away')) };
    const other = authenticatorOf(verifier, { at: async () => undefined }, broken);
    await expect(other.authenticate({ authorization: `Bearer ${good()}` }, '::1')).rejects.toThrow('database away');
  });
});

function flip(token: string): string {
  const [header, claims, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  return [header, claims, bytes.toString('base64url')].join('.');
}

function swapClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  return [header, encode(claims), signature].join('.');
}

function padded(token: string): string {
  const [header, claims, signature] = token.split('.');
  return [header, claims, `${signature}==`].join('.');
}

/** 256 bytes leave 4 bits of the last character unused: another character decodes to the same bytes. */
function looseBits(token: string): string {
  const last = token.at(-1) as string;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1];
}

const seconds = (offset = 0): number => Math.floor(Date.now() / 1000) + offset;

async function testKey(): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return SigningKey.fromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, 'of the test');
}

function goodClaims(more: object = {}): Record<string, unknown> {
  return {
    iss: 'metadata-catalog',
    aud: AUDIENCE,
    sub: 'ann',
    uid: 'user-1',
    tokenType: 'personal',
    jti: randomUUID(),
    iat: seconds(),
    exp: seconds(600),
    ...more,
  };
}

function encode(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

/** Header and claims are JSON text or values; the signature is right for their bytes whatever they say. */
function signRs256(header: unknown, claims: unknown, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

function signEs256(header: unknown, claims: unknown, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function signHs256(header: unknown, claims: unknown, secret: string | Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}
