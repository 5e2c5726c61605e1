import type { RestAnswer, RestClient } from '../../support/rest-client';

/** What a request is made on; an id of nothing stands for the object that is not there. */
export interface Target {
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
}

/** What differs between the requests of one operation. */
export type Body = 'malformed' | 'unchanged' | 'changed' | 'failing test' | 'stale';

export interface Write {
  readonly what: string;
  readonly type: 'table' | 'contract';
  /** Absent: the operation has no such request. */
  readonly send: Partial<Record<Body, (client: RestClient, target: Target) => Promise<RestAnswer>>>;
  /** What whoever may do it gets, by request. */
  readonly ok: Partial<Record<Body, number>>;
  /** It asks for no more than to view the object. */
  readonly viewersMay?: true;
  /** A deletion changes the object that is there: it is made on one of its own. */
  readonly consumes?: true;
}

export const SCHEMA = 'order_shop.sales.public';
const STALE = { 'if-match': '"0.7"' };
const NEW = () => `x${Math.random()}`;
const failing = [
  { op: 'test', path: '/description', value: 'what it never was' },
  { op: 'add', path: '/displayName', value: 'x' },
];
const displayed = () => [{ op: 'add', path: '/displayName', value: NEW() }];
const tableBody = ({ name }: Target, more: object = {}) => ({
  name,
  databaseSchema: SCHEMA,
  columns: [{ name: 'id', dataType: 'INT' }],
  description: 'as it is',
  ...more,
});
const AT = 1_700_000_000_000;

type Path = (target: Target) => string;
const TABLE: Path = ({ id }) => `/tables/${id}`;
const TABLE_NAME: Path = ({ fqn }) => `/tables/name/${encodeURIComponent(fqn)}`;
const CONTRACT: Path = ({ id }) => `/dataContracts/${id}`;

function patches(what: string, type: Write['type'], path: Path): Write {
  return {
    what,
    type,
    send: {
      malformed: (c, t) => c.patch(path(t), [{ op: 'merge', path: '/description' }]),
      unchanged: (c, t) => c.patch(path(t), []),
      changed: (c, t) => c.patch(path(t), displayed()),
      'failing test': (c, t) => c.patch(path(t), failing),
      stale: (c, t) => c.patch(path(t), displayed(), STALE),
    },
    ok: { malformed: 400, unchanged: 200, changed: 200, 'failing test': 409, stale: 412 },
  };
}

function sends(
  what: string,
  type: Write['type'],
  path: Path,
  method: 'PUT' | 'POST',
  { malformed, changed }: { malformed: unknown; changed: (t: Target) => unknown },
  ok = 200,
): Write {
  return {
    what,
    type,
    send: {
      malformed: (c, t) => c.send(method, path(t), { body: malformed }),
      changed: (c, t) => c.send(method, path(t), { body: changed(t) }),
    },
    ok: { malformed: 400, changed: ok },
  };
}

/** Every operation that writes an object that its path names; PUT and bulk, which name it by their body, stand apart. */
export const WRITES: readonly Write[] = [
  patches('PATCH of a table', 'table', TABLE),
  patches('PATCH of a table by name', 'table', TABLE_NAME),
  patches('PATCH of a contract', 'contract', CONTRACT),
  {
    what: 'DELETE of a table',
    type: 'table',
    send: {
      malformed: (c, t) => c.delete(`${TABLE(t)}?recursive=perhaps`),
      changed: (c, t) => c.delete(TABLE(t)),
      stale: (c, t) => c.delete(TABLE(t), STALE),
    },
    ok: { malformed: 400, changed: 200, stale: 412 },
    consumes: true,
  },
  {
    what: 'DELETE of a table by name',
    type: 'table',
    send: { changed: (c, t) => c.delete(TABLE_NAME(t)) },
    ok: { changed: 200 },
    consumes: true,
  },
  {
    what: 'restore',
    type: 'table',
    send: {
      malformed: (c, { id }) => c.put('/tables/restore', { id, more: 1 }),
      unchanged: (c, { id }) => c.put('/tables/restore', { id }),
    },
    ok: { malformed: 400, unchanged: 200 },
  },
  sends('observations', 'table', (t) => `${TABLE(t)}/observations`, 'PUT', {
    malformed: { kind: 'rumour' },
    changed: () => ({ timestamp: AT, kind: 'refresh' }),
  }),
  sends('a table profile', 'table', (t) => `${TABLE(t)}/tableProfile`, 'PUT', {
    malformed: { tableProfile: 5 },
    changed: () => ({ tableProfile: { timestamp: AT, rowCount: 1 } }),
  }),
  sends('sample data', 'table', (t) => `${TABLE(t)}/sampleData`, 'PUT', {
    malformed: { columns: 5 },
    changed: () => ({ columns: ['id'], rows: [[1]] }),
  }),
  sends(
    'a result',
    'contract',
    (t) => `${CONTRACT(t)}/results`,
    'PUT',
    {
      malformed: { timestamp: 'now' },
      changed: () => ({ timestamp: AT + Math.floor(Math.random() * 1e9), contractExecutionStatus: 'Success' }),
    },
    201,
  ),
  sends(
    'a schedule',
    'contract',
    (t) => `${CONTRACT(t)}/schedule`,
    'PUT',
    { malformed: { cron: 'now and then' }, changed: () => ({ cron: '0 6 * * *' }) },
    201,
  ),
  {
    what: 'a follower',
    type: 'table',
    send: {
      malformed: (c, t) => c.put(`${TABLE(t)}/followers`, '"nobody"'),
      changed: async (c, t) => c.put(`${TABLE(t)}/followers`, JSON.stringify(await ownId(c))),
    },
    ok: { malformed: 400, changed: 200 },
    viewersMay: true,
  },
  {
    what: 'a vote',
    type: 'table',
    send: {
      malformed: (c, t) => c.put(`${TABLE(t)}/vote`, { updatedVoteType: 'maybe' }),
      changed: (c, t) => c.put(`${TABLE(t)}/vote`, { updatedVoteType: 'votedUp' }),
    },
    ok: { malformed: 400, changed: 200 },
    viewersMay: true,
  },
];

/** The user names of clients. */
export const NAMES = new Map<RestClient, string>();

async function ownId(client: RestClient): Promise<string> {
  return (await client.must<{ id: string }>('GET', `/users/name/${NAMES.get(client)}`)).id;
}

/** Writes that name the table by their body. */
export const PUTS: Readonly<Record<string, Partial<Record<Body, (c: RestClient, t: Target) => Promise<RestAnswer>>>>> =
  {
    PUT: {
      malformed: (c, t) => c.put('/tables', tableBody(t, { nonsense: 1 })),
      unchanged: (c, t) => c.put('/tables', tableBody(t)),
      changed: (c, t) => c.put('/tables', tableBody(t, { displayName: NEW() })),
      stale: (c, t) => c.put('/tables', tableBody(t), STALE),
    },
    bulk: {
      malformed: async (c, t) => rowOf(await c.put('/tables/bulk', { entities: [tableBody(t, { nonsense: 1 })] })),
      unchanged: async (c, t) => rowOf(await c.put('/tables/bulk', { entities: [tableBody(t)] })),
      changed: async (c, t) => rowOf(await c.put('/tables/bulk', { entities: [tableBody(t, { displayName: NEW() })] })),
    },
  };

/** The outcome of the one row, as an answer of its own. */
function rowOf({ headers, body }: RestAnswer): RestAnswer {
  const [row] = (body as { results?: Record<string, unknown>[] }).results ?? [];
  return { status: Number(row?.status), headers, body: (row?.error ?? row ?? body) as Record<string, unknown> };
}
