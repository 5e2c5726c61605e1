import { Authenticator, credentialHeaders } from '@app/auth';
import { AppError, ERROR_TRAITS } from '@app/common';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, jwtVerify, type JWK } from 'jose';
import { IdentityModule } from '../../../apps/api/src/identity/identity.module';
import { AuthFixture, PASSWORD, base64, makeUser, type Process } from './auth.fixture';

/** The edge of the API reduced to what these routes need; the real one has tests of its own. */
@Catch()
class ErrorBody implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
    const headers = error instanceof AppError ? error.headers : {};
    const { message } = error as Error;
    void reply
      .status(ERROR_TRAITS[code].status)
      .headers({ ...headers })
      .send({ errorType: code, message });
  }
}

let fixture: AuthFixture;
let one: Process;
let app: NestFastifyApplication;
let printed: string[];

beforeAll(async () => {
  fixture = await AuthFixture.open();
  one = await fixture.process();
  printed = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => (printed.push(String(line)), true));
  app = await start();
  write.mockRestore();
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

async function start(): Promise<NestFastifyApplication> {
  const module = await Test.createTestingModule({
    imports: [...fixture.modules(), IdentityModule],
  }).compile();
  const made = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  made.setGlobalPrefix('api');
  made.useGlobalFilters(new ErrorBody());
  const fastify = made.getHttpAdapter().getInstance();
  fastify.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { access } = request.routeOptions.config;
    if (!access) throw new Error(`no access declared for ${request.url}`);
    if (access.kind === 'open') return;
    await made
      .get(Authenticator)
      .authenticate(credentialHeaders(request.raw.rawHeaders), request.ip)
      .then(
        (actor) => void (request.actor = actor),
        (error: AppError) => reply.status(ERROR_TRAITS[error.code].status).send({ errorType: error.code }),
      );
  });
  await made.init();
  await fastify.ready();
  return made;
}

interface AnswerBody {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly jwtToken: string;
  readonly tokenId: string;
  readonly expiryDate: number;
  readonly keys: JWK[];
}

interface Answer {
  status: number;
  /** Each answer has some of these; a test reads only what it has made sure of. */
  body: AnswerBody;
  headers: Record<string, unknown>;
}

async function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  more: { token?: string; body?: object; type?: string } = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/api/v1${url}`,
    headers: {
      ...(more.token && { authorization: `Bearer ${more.token}` }),
      ...(more.body && { 'content-type': more.type ?? 'application/json' }),
    },
    ...(more.body && { payload: JSON.stringify(more.body) }),
  });
  return { status: response.statusCode, body: response.json<AnswerBody>(), headers: response.headers };
}

async function enter(): Promise<{ name: string; accessToken: string; refreshToken: string }> {
  const { email, name } = await makeUser(one);
  const { status, body } = await call('POST', '/users/login', { body: { email, password: base64(PASSWORD) } });
  expect(status).toBe(200);
  return { name, ...body };
}

it('the printed command sets up the first admin, who then makes tokens for others', async () => {
  const [, secret] = /^First admin: curl http:\/\/127\.0\.0\.1:8585\/api\/v1\/system\/setup .*"secret":"([^"]+)"/.exec(
    printed.join(''),
  )!;
  expect(await call('POST', '/system/setup', { body: { secret: 'guessed', password: PASSWORD } })).toMatchObject({
    status: 401,
  });
  const body = { secret, password: PASSWORD };
  expect(await call('POST', '/system/setup', { body })).toMatchObject({ status: 200, body: { name: 'admin' } });
  expect(await call('POST', '/system/setup', { body })).toMatchObject({ status: 404 });
  const plain = { body: { email: 'admin', password: PASSWORD }, type: 'application/json; password=plain' };
  const { accessToken: token } = (await call('POST', '/users/login', plain)).body;
  const { name } = await makeUser(one);
  const order = { tokenName: 'for a script', JWTTokenExpiry: 1 };
  const made = await call('PUT', `/users/security/token?username=${name}`, { token, body: order });
  expect(made).toMatchObject({ status: 200, body: { tokenName: 'for a script' } });
  const list = await call('GET', '/users/security/token', { token: made.body.jwtToken });
  expect(list.body).toEqual({
    data: [{ tokenId: made.body.tokenId, tokenName: 'for a script', expiryDate: made.body.expiryDate }],
    paging: { total: 1 },
  });
});

it('the published key set verifies our tokens, and holds nothing private', async () => {
  const { accessToken, name } = await enter();
  const { body } = await call('GET', '/system/config/jwks');
  const { payload, protectedHeader } = await jwtVerify(accessToken, createLocalJWKSet(body), {
    audience: 'test',
    issuer: 'metadata-catalog',
  });
  expect(payload.sub).toBe(name);
  expect(protectedHeader).toEqual({ alg: 'RS256', kid: body.keys[0]?.kid, typ: 'JWT' });
  expect(Object.keys(body.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

it('refresh and logout: by refresh token alone, by access token alone, and not without both', async () => {
  const first = await enter();
  const next = await call('POST', '/users/refresh', { body: { refreshToken: first.refreshToken } });
  expect(next).toMatchObject({ status: 200, body: { tokenType: 'Bearer', expiryDuration: 3_600 } });
  expect(await call('POST', '/users/logout', { body: { refreshToken: next.body.refreshToken } })).toMatchObject({
    status: 200,
  });
  expect(await call('GET', '/users/security/token', { token: first.accessToken })).toMatchObject({ status: 401 });
  const second = await enter();
  expect(await call('POST', '/users/logout', { token: second.accessToken })).toMatchObject({ status: 200 });
  expect(await call('POST', '/users/refresh', { body: { refreshToken: second.refreshToken } })).toMatchObject({
    status: 401,
  });
  expect(await call('POST', '/users/logout')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  expect(await call('POST', '/users/logout', { token: second.accessToken })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
  expect(await call('POST', '/users/logout', { token: 'junk', body: { refreshToken: 'junk' } })).toMatchObject({
    status: 200,
  });
});

it('a personal token is revoked by id and cannot log out', async () => {
  const { accessToken: token } = await enter();
  const order = { tokenName: 'mine', JWTTokenExpiry: 'OneHour' };
  const { tokenId, jwtToken } = (await call('PUT', '/users/security/token', { token, body: order })).body;
  expect(await call('POST', '/users/logout', { token: jwtToken })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('belongs to no login') as string },
  });
  const revoked = await call('PUT', '/users/security/token/revoke', { token, body: { tokenIds: [tokenId] } });
  expect(revoked).toMatchObject({ status: 200, body: { data: [], paging: { total: 0 } } });
  expect(await call('GET', '/users/security/token', { token: jwtToken })).toMatchObject({ status: 401 });
  expect(await call('PUT', '/users/security/token/revoke?removeAll=true', { token })).toMatchObject({ status: 200 });
});

it('a password is changed with the old one', async () => {
  const { accessToken: token, name } = await enter();
  const body = {
    requestType: 'SELF',
    oldPassword: PASSWORD,
    newPassword: 'battery staple',
    confirmPassword: 'battery staple',
  };
  expect(await call('PUT', '/users/changePassword', { token, body })).toMatchObject({ status: 200 });
  const again = await call('POST', '/users/login', { body: { email: name, password: base64('battery staple') } });
  expect(again.status).toBe(200);
});

it.each<[string, 'POST' | 'PUT', string, object, RegExp]>([
  ['no password', 'POST', '/users/login', { email: 'a' }, /password: is required/],
  ['a number for an address', 'POST', '/users/login', { email: 1, password: 'x' }, /email: must be a text/],
  [
    'an unknown member',
    'POST',
    '/users/login',
    { email: 'a', password: 'eA==', remember: true },
    /remember: is not a known property/,
  ],
  ['a password in clear', 'POST', '/users/login', { email: 'a', password: 'geheim!!' }, /base64 of the UTF-8 text/],
  [
    'an unknown life time',
    'PUT',
    '/users/security/token',
    { tokenName: 'x', JWTTokenExpiry: { toString: 1 } },
    /one of OneHour, 1, 7, 30/,
  ],
  ['nothing to revoke', 'PUT', '/users/security/token/revoke', {}, /tokenIds: is required unless removeAll=true/],
  [
    'another request type',
    'PUT',
    '/users/changePassword',
    { requestType: 'ALL', newPassword: 'battery staple' },
    /requestType: must be one of SELF, USER/,
  ],
  [
    'a short password',
    'PUT',
    '/users/changePassword',
    { requestType: 'SELF', newPassword: 'short' },
    /newPassword: must be 8 to 128/,
  ],
])('400 for %s', async (_name, method, url, body, message) => {
  const { accessToken: token } = await enter();
  expect(await call(method, url, { token, body })).toMatchObject({
    status: 400,
    body: { errorType: 'BAD_REQUEST', message: expect.stringMatching(message) as string },
  });
});
