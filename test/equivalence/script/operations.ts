import { callsOf, type Call, type Value } from '../../hidden-objects/calls';
import type { Operation } from '../../hidden-objects/document';
import { Registry, type Part } from '../../hidden-objects/registry';
import type { Described } from './document';
import { Steps, type Caller, type Chapter } from './step';
import { nameOf } from './world';

/** Reads before what they read is changed or gone. */
const ORDER = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
const WRITERS: readonly Caller[] = ['consumer', 'nobody', 'admin'];
const READERS: readonly Caller[] = ['admin', 'viewer', 'consumer', 'nobody'];

/** What is not asked, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'GET /livez': 'what it says of the machine is none of the product’s',
  'GET /readyz': 'the same',
  'GET /startupz': 'the same',
  'GET /api/v1/system/health/live': 'the same',
  'GET /api/v1/system/health/ready': 'the same',
  'GET /api/v1/system/version': 'another build has another one',
  'GET /api/v1/system/config/jwks': 'the keys of the installation',
  'GET /api/v1/system/queues': 'what is in a queue at that moment',
  'GET /api/v1/audit/export': 'the chapter of events asks for it',
  'POST /api/v1/events/subscriptions/{id}/test': 'sends to a host that is not there',
};

/** A call of an operation as a request in symbols. */
interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly mediaType: string;
}

/**
 * Every operation of the API document about what is in the world, with the body that the document shows and with it naming something hidden.
 * @param most calls of one operation by each caller
 */
export function operationsChapter(method: string, { types, operations }: Described, most: number): Chapter {
  const steps = new Steps();
  const world = { types, things: registryOf(types.map(({ type }) => type)), extras: new Map<string, string>() };
  const own = operations.filter((one) => one.method === method && LEFT_OUT[`${method} ${one.path}`] === undefined);
  for (const operation of own) {
    const calls = spread(callsOf(world as never, operation), most);
    for (const as of method === 'GET' ? READERS : WRITERS) {
      // Who is refused by the route is refused every call.
      const asked = as === 'nobody' || (as === 'consumer' && method !== 'GET') ? calls.slice(0, 1) : calls;
      for (const call of asked) addCall(steps, operation, call, as);
    }
  }
  return steps.chapter(`operations ${method}`);
}

export const operationsChapters = (all: Described, most: number): Chapter[] =>
  ORDER.map((method) => operationsChapter(method, all, most));

function addCall(steps: Steps, operation: Operation, call: Call, as: Caller): void {
  const { path, body, mediaType } = requestOf(operation, call);
  const sent = body === undefined ? {} : { body, headers: { 'content-type': mediaType, prefer: 'respond-async' } };
  steps.add(`${operation.id}, ${as}`, `${operation.method} ${path.replace('/api/v1', '')}`, { as, ...sent });
}

/** The first, the last and others between them in equal steps. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * (items.length - 1)) / Math.max(1, most - 1))]!);
}

/** Things by the names under which the answers that made them are saved. */
function registryOf(types: readonly string[]): Registry {
  const things = new Registry();
  for (const part of ['plain', 'hidden'] as const satisfies readonly Part[])
    for (const type of types) {
      const name = nameOf(part, type);
      things.add({ type, part, id: `{{${name}.id}}`, fqn: `{{${name}.fullyQualifiedName}}`, name: `{{${name}.name}}` });
    }
  return things;
}

function requestOf({ path, body }: Operation, call: Call): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(textOf(call.path[name] ?? '')));
  const query = Object.entries(call.query).map(([name, value]) => `${name}=${inPath(textOf(value))}`);
  const named = JSON.parse(JSON.stringify(call.body ?? null), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'thing' in value ? textOf(value as Value) : value,
  ) as unknown;
  const sent = call.body === undefined ? body && {} : named;
  return {
    path: [filled, ...(query.length ? [query.join('&')] : [])].join('?'),
    mediaType: body?.mediaType ?? 'application/json',
    ...(sent !== undefined && { body: sent }),
  };
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if ('extra' in value) return value.extra;
  return value.by === 'column' ? `${value.thing.fqn}.order_id` : value.thing[value.by];
}

/** Symbols are encoded when they are replaced. */
const inPath = (text: string): string =>
  text.replace(/\{\{[^{}]+\}\}|[^{}]+/g, (part) => (part.startsWith('{{') ? part : encodeURIComponent(part)));
