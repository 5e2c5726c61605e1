import type { Operation } from './document';
import type { DocumentedType } from './entity-types';

/** What a request is made on; an id of nothing stands for the object that is not there. */
export interface Target {
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly mediaType: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What differs between the requests of one operation. */
export type Sent = 'malformed' | 'right' | 'stale' | 'failing test';

/** A writing operation on one object, of a type of the document. */
export interface Write {
  readonly name: string;
  readonly operation: Operation;
  readonly type: DocumentedType;
  /** Where the object is named: a PUT of an unknown name makes it. */
  readonly by: 'path' | 'id in body' | 'name in body';
}

/** Of the example of a custom metric. */
export const METRIC_NAME = 'late_orders';

/** Of the example of a part of a result. */
export const PRODUCER = 'dbt';

/** Of the example of a pipeline. */
const PIPELINE = 'shop_airflow.load_orders';

const STALE = { 'if-match': '"77.7"' };
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** They store nothing of the object. */
const READS = /\/(diff|check)$/;

const CASES = '/api/v1/dataQuality/testCases';
const TABLES = '/api/v1/tables';
/** Its path names the table of the test cases. */
const CASES_OF_TABLE = `${CASES}/name/{fqn}/import`;

/** Declarations of consumers: each client has its own, so they are no object that all of them ask for. */
const DECLARATION = /\/consumers\/\{consumerId\}$/;
/** An invitation is of one party, which alone declines it: as little an object of all clients. */
const INVITATION = /\/invitations\/\{invitationId\}/;
/** Reviews and proposals: who decides is no matter of the right to edit, and each refuses in an order of its own (docs/governance.md). */
const DECISION = /\/\{id\}\/(review$|proposals(\/|$))/;
/** Said of a point of the asset, which no example is: by its owners, and who may edit tests of it (docs/governance.md). */
const SAID_OF_POINTS = /\/\{id\}\/learned\/feedback/;
/** Opened by the owners of the contract, and who may edit tests of its asset: no right to edit contracts is one (docs/governance.md). */
const OPENED_BY_HAND = /\/dataContracts\/\{id\}\/incidents$/;
/** A declaration is made by whoever views the contract, for itself. */
export const DECLARES = /\/\{id\}\/consumers$/;
/** Of a user who may view every contract, and is no consumer. */
const INVITES = /\/\{id\}\/invitations$/;

export function writingOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ method, path }) => WRITING.includes(method) && !READS.test(path));
}

/** undefined where the operation is not one on an object of a type: edges, imports, trials, logins. */
export function writeOf(operation: Operation, types: readonly DocumentedType[]): Write | undefined {
  const { method, path } = operation;
  const apart = [DECLARATION, INVITATION, DECISION, SAID_OF_POINTS, OPENED_BY_HAND];
  if (apart.some((one) => one.test(path))) return undefined;
  const place = path === CASES_OF_TABLE ? TABLES : path;
  const own = types.filter(({ collection }) => place === collection || place.startsWith(`${collection}/`));
  const type = own.sort((a, b) => b.collection.length - a.collection.length)[0];
  if (!type) return undefined;
  const rest = path === CASES_OF_TABLE ? CASES_OF_TABLE.slice(CASES.length) : path.slice(type.collection.length);
  const by =
    rest === '/restore'
      ? 'id in body'
      : method === 'PUT' && (rest === '' || rest === '/bulk')
        ? 'name in body'
        : /^\/(name\/\{fqn\}|\{(id|fqn)\}|testCaseResults\/\{fqn\})/.test(rest)
          ? 'path'
          : undefined;
  return by && { name: `${method} ${path}`, operation, type, by };
}

/** A body that no operation takes. */
const MALFORMED = 5;

export function malformed({ method, path, body }: Operation): Request {
  return { method, path: filled(path), mediaType: body?.mediaType ?? 'application/json', body: MALFORMED };
}

/** The requests of an operation on an object. */
export function requestsOf(write: Write, target: Target, ownId: string): Partial<Record<Sent, Request>> {
  const { operation, type } = write;
  const { method, path, body } = operation;
  const base = { method, path: filled(path, target, ownId), mediaType: body?.mediaType ?? 'application/json' };
  const isEntity = /(\{id\}|\/name\/\{fqn\})$/.test(path);
  if (method === 'DELETE') {
    if (!isEntity) return { right: base };
    const right = { ...base, path: `${base.path}?recursive=true` };
    return { malformed: { ...base, path: `${base.path}?recursive=no` }, right, stale: { ...right, headers: STALE } };
  }
  if (method === 'PATCH') {
    const failing = [
      { op: 'test', path: '/description', value: 'what it never was' },
      { op: 'add', path: '/displayName', value: 'x' },
    ];
    return {
      malformed: { ...base, body: [{ op: 'merge', path: '/description' }] },
      right: { ...base, body: [] },
      stale: { ...base, body: failing, headers: STALE },
      'failing test': { ...base, body: failing },
    };
  }
  const right = rightBody(write, target, ownId);
  if (right === undefined) return { right: base };
  const sent = { malformed: { ...base, body: wrongBody(write, right) }, right: { ...base, body: right } };
  return method === 'PUT' && path === type.collection ? { ...sent, stale: { ...sent.right, headers: STALE } } : sent;
}

function wrongBody({ operation: { path }, type }: Write, right: object | string): unknown {
  if (path.endsWith('/bulk')) return { entities: [{ ...type.example, nonsense: 1 }] };
  // Any object will do.
  if (path.endsWith('/tableProfilerConfig')) return MALFORMED;
  return typeof right === 'string' ? MALFORMED : { ...right, nonsense: 1 };
}

function rightBody(
  { operation: { path, body }, type, by }: Write,
  target: Target,
  ownId: string,
): object | string | undefined {
  if (by === 'id in body') return { id: target.id };
  if (by === 'name in body') {
    const own = { ...type.example, name: target.name };
    return path.endsWith('/bulk') ? { entities: [own] } : own;
  }
  if (path.endsWith('/followers')) return { id: ownId };
  if (DECLARES.test(path)) return { party: { type: 'user', id: ownId }, purpose: 'Reports' };
  if (INVITES.test(path)) return { party: { type: 'user', fullyQualifiedName: 'keeper' } };
  // All of them, since the example names one that is not there.
  if (path.endsWith('/checks')) return {};
  if (path.endsWith('/vote')) return { updatedVoteType: 'votedUp' };
  if (/\/(assets|inputPorts|outputPorts)\/(add|remove)$/.test(path)) return { assets: [] };
  // References, of which the example names nothing that is there.
  if (/\/(usage|pipelineObservability)$/.test(path)) return [];
  if (path.endsWith('/{pipelineFqn}')) return { pipeline: { type: 'pipeline', fullyQualifiedName: PIPELINE } };
  const example = body?.example as object | string | undefined;
  // Of a file its header alone, which changes nothing.
  return typeof example === 'string' && path.endsWith('/import') ? example.split('\r\n', 1)[0] : example;
}

/** A path with something in the place of each parameter: the target, or what is well-formed and names nothing. */
function filled(path: string, target?: Target, ownId?: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'fqn') return encodeURIComponent(target?.fqn ?? 'no.such.name');
    // That of a result, which is deleted by its timestamp.
    if (name === 'timestamp' || name === 'result') return '1763612345678';
    // Of the table itself.
    if (name === 'entityType') return 'table';
    if (name === 'columnName') return 'ordered_at';
    if (name === 'pipelineFqn') return PIPELINE;
    if (name === 'customMetricName') return METRIC_NAME;
    if (name === 'name' && path.includes('/producers/')) return PRODUCER;
    if (name === 'userId' && ownId) return ownId;
    return (name === 'id' && target?.id) || '00000000-0000-4000-8000-000000000000';
  });
}

/** Every operation on the edge from a table to a topic, in an order in which each finds it there. */
export function edgeRequests(table: Target, topic: Target): Request[] {
  const edge = { fromEntity: { id: table.id, type: 'table' }, toEntity: { id: topic.id, type: 'topic' } };
  const put = { method: 'PUT', path: '/lineage', mediaType: 'application/json', body: { edge } };
  const byId = `/lineage/table/${table.id}/topic/${topic.id}`;
  return [
    put,
    { ...put, path: '/lineage/bulk', body: { edges: [edge] } },
    { method: 'PATCH', path: byId, mediaType: 'application/json-patch+json', body: [] },
    { method: 'DELETE', path: byId, mediaType: '' },
    put,
    { method: 'DELETE', path: `/lineage/table/name/${table.fqn}/topic/name/${topic.fqn}`, mediaType: '' },
  ];
}
