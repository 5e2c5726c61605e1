import { CONTRACT_ROWS, RESULT_ROWS } from './table/contract.rows';
import { ENTITY_ROWS } from './table/entity.rows';
import { IDENTITY_ROWS } from './table/identity.rows';
import { QUERY_ROWS } from './table/query.rows';
import { WIRE_ROWS } from './table/wire.rows';
import { World } from './world';
import { bodyOf, type More, type Row } from './wrong-request';

interface ErrorBody {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** Decisions, section 1. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

const MEMBERS = ['code', 'errorType', 'message', 'requestId', 'details'];

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.service.stop());

async function send(request: string, more: More): Promise<Response> {
  const [method = '', path = ''] = request.split(/ (.*)/);
  const { text, headers } = bodyOf(more);
  const token = more.as === 'nobody' ? undefined : world.tokens[more.as ?? 'admin'];
  const filled = Object.entries(headers).map(([name, value]) => [name, world.fill(value)]);
  return fetch(world.service.baseUrl + world.fill(path.startsWith('//') ? path.slice(1) : `/api/v1${path}`), {
    method,
    headers: {
      'x-request-id': 'row-1',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...Object.fromEntries(filled),
    },
    ...(text === undefined ? {} : { body: typeof text === 'string' ? world.fill(text) : new Uint8Array(text) }),
  });
}

/** The message, and a line `field: message` for each detail. */
function told({ message, details = [] }: ErrorBody): string {
  return [message, ...details.map((detail) => `${detail.field}: ${detail.message}`)].join('\n');
}

const titled = (rows: readonly Row[]) => rows.map((row): [string, Row] => [`${row[0].slice(0, 90)} ${row[1]}`, row]);

describe.each([
  ['the wire', WIRE_ROWS],
  ['queries', QUERY_ROWS],
  ['entities', ENTITY_ROWS],
  ['contracts', CONTRACT_ROWS],
  ['results', RESULT_ROWS],
  ['identity', IDENTITY_ROWS],
])('wrong requests: %s', (_area, rows) => {
  it.each(titled(rows))('%s (%#)', async (_title, [request, status, tells, more = {}]) => {
    const answer = await send(request, more);
    const text = await answer.text();
    const error = JSON.parse(text || 'null') as ErrorBody;
    expect({ status: answer.status, ...error }).toMatchObject({
      status,
      code: status,
      errorType: ERROR_TYPES[status],
      requestId: 'row-1',
    });
    expect(Object.keys(error).filter((member) => !MEMBERS.includes(member))).toEqual([]);
    for (const tell of tells) expect(told(error)).toMatch(new RegExp(world.fill(tell.source), tell.flags));
    if (more.fields) expect(error.details?.map(({ field }) => field)).toEqual(expect.arrayContaining([...more.fields]));
    expect(text).not.toMatch(/node_modules|at .*\.[jt]s:|select .* from|pg_|ECONN/);
    expectHeaders(answer, status, more);
  });
});

function expectHeaders({ headers }: Response, status: number, { as, headers: sent = {} }: More): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toBe('row-1');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('allow') !== null).toBe(status === 405);
  const challenged = status === 401 ? /^Bearer( error="invalid_token")?$/ : /^$/;
  expect(headers.get('www-authenticate') ?? '').toMatch(challenged);
  if (status === 401 && as === 'nobody' && sent.authorization?.startsWith('Bearer '))
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
}

it('holds a hundred wrong requests and more, and leaves the catalog as it was', async () => {
  const rows = [WIRE_ROWS, QUERY_ROWS, ENTITY_ROWS, CONTRACT_ROWS, RESULT_ROWS, IDENTITY_ROWS].flat();
  expect(rows.length).toBeGreaterThan(300);
  expect(await world.counts()).toEqual(world.countsAtStart);
});
