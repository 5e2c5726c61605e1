import type { Json, Operation, Parameter } from './document';
import type { DocumentedType } from './entity-types';
import { isHidden, type Part, type Thing } from './registry';
import type { World as WholeWorld } from './world';

/** A request that names things; the same in both worlds, where each name stands for another id. */
export interface Call {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, Value>>;
  readonly query: Readonly<Record<string, Value>>;
  readonly body?: unknown;
  /** Asked in the world with hidden objects alone: that a name is taken may be told, and in the twin it is not. */
  readonly isAlone?: true;
}

/** What calls are made of. */
type World = Pick<WholeWorld, 'things' | 'types' | 'extras'>;

/** A text, or a thing named by its id, FQN or type. */
export type Value =
  | string
  /** Of the world itself: a batch. */
  | { readonly extra: string }
  /** column: a column of a table, by its FQN. */
  | { readonly thing: Thing; readonly by: 'id' | 'fqn' | 'type' | 'name' | 'column' };

/** CI asks each filter for what its name speaks of; the whole suite asks it for everything. */
const FULL = process.env.SUITE_SIZE === 'full';

/** Whatever widens an answer, so that it shows all that it can. */
const WIDE: Readonly<Record<string, string>> = {
  fields: '*',
  include: 'all',
  limit: '1000',
  size: '100',
  upstreamDepth: '3',
  downstreamDepth: '3',
  include_aggregations: 'true',
  recursive: 'true',
  groupBy: 'team',
};

/** What stands at the other end of a pair. */
const OTHERS = ['plain', 'hidden'] as const;

/** Texts that name no entity. */
const PLACES: Readonly<Record<string, string>> = {
  version: '0.1',
  timestamp: '1763612345678',
  result: 'latest',
  resultId: '00000000-0000-4000-8000-000000000001',
  source: 'Manual',
  property: 'nothing',
  columnName: 'nothing',
  customMetricName: 'nothing',
  startTs: '0',
  endTs: '8640000000000000',
  fieldName: 'owners.name',
  window: 'P30D',
};

/** Every call of an operation that the document lets one make about the things of the world. */
export function callsOf(world: World, operation: Operation): Call[] {
  const things = world.things.all();
  const owner = collectionOf(world, operation);
  const groups = new Map<string, Parameter[]>();
  for (const parameter of operation.parameters) {
    const group = groupOf(parameter);
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), parameter]);
  }
  let calls: Call[] = [{ operation, path: places(world, operation), query: wide(world, operation) }];
  for (const [at, [group, parameters]] of [...groups].entries()) {
    const fitting = things.filter(({ type }) => fits(group, parameters, type, owner));
    // Every thing beside a few others: all pairs would be thousands.
    const candidates =
      at === 0 ? fitting : OTHERS.flatMap((part) => fitting.find((thing) => thing.part === part) ?? []);
    // A filter for words alone names nothing: the operation is asked without it.
    if (!candidates.length && group.startsWith('query')) continue;
    calls = calls.flatMap((call) => candidates.map((thing) => withThing(call, parameters, thing)));
  }
  const filters = filtersOf(operation, groups).flatMap((parameter) => filterCalls(calls[0], parameter, things));
  return withBodies([...calls, ...filters], things);
}

function collectionOf({ types }: World, { path }: Operation): DocumentedType | undefined {
  const own = types.filter(({ collection }) => path === collection || path.startsWith(`${collection}/`));
  return own.sort((a, b) => b.collection.length - a.collection.length)[0];
}

/** Parameters of one group name one thing: by its id, its FQN, its type. */
function groupOf({ name, in: place, schema }: Parameter): string | undefined {
  if (place === 'header' || PLACES[name] !== undefined || name === 'batchId' || schema.type === 'integer')
    return undefined;
  const [, group] = /^(entity|from|to|user|pipeline|)(id|fqn|type|)$/i.exec(name) ?? [];
  if (group === undefined || (place === 'query' && group === '' && !/^(fqn|type|id)$/.test(name))) return undefined;
  return `${place} ${group.toLowerCase()}`;
}

function fits(group: string, parameters: readonly Parameter[], type: string, owner?: DocumentedType): boolean {
  const kinds = parameters.find(({ name }) => /type$/i.test(name))?.schema.enum;
  if (kinds) return kinds.includes(type);
  if (group === 'path user' || group === 'path pipeline') return `path ${type}` === group;
  return group !== 'path ' || !owner || owner.type === type;
}

function withThing(call: Call, parameters: readonly Parameter[], thing: Thing): Call {
  const values = (place: 'path' | 'query'): Record<string, Value> =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map(({ name }) => [name, { thing, by: formOf(name, call) }]),
    );
  return { ...call, path: { ...call.path, ...values('path') }, query: { ...call.query, ...values('query') } };
}

function formOf(name: string, { operation: { path } }: Call): 'id' | 'fqn' | 'type' | 'column' {
  if (/type$/i.test(name)) return 'type';
  if (path.endsWith('/{fqn}/columnProfile')) return 'column';
  return /fqn$/i.test(name) ? 'fqn' : 'id';
}

function places({ extras }: World, { parameters }: Operation): Record<string, Value> {
  const own = parameters.filter((one) => one.in === 'path');
  return Object.fromEntries(
    own.flatMap(({ name }) => {
      const value = extras.has(name) ? { extra: name } : PLACES[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function wide({ extras }: World, { parameters, method }: Operation): Record<string, Value> {
  if (method === 'DELETE') return {};
  const own = parameters.filter((one) => one.in === 'query');
  return Object.fromEntries(
    own.flatMap(({ name, required }) => {
      const value = required && extras.has(name) ? { extra: name } : (WIDE[name] ?? PLACES[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Free texts of the query that could be the name of something. */
function filtersOf({ parameters }: Operation, groups: ReadonlyMap<string, Parameter[]>): Parameter[] {
  const grouped = new Set([...groups.values()].flat());
  return parameters.filter(
    (one) =>
      one.in === 'query' &&
      !grouped.has(one) &&
      one.schema.type === 'string' &&
      !one.schema.enum &&
      WIDE[one.name] === undefined &&
      PLACES[one.name] === undefined &&
      !['after', 'before'].includes(one.name),
  );
}

function filterCalls(call: Call | undefined, parameter: Parameter, things: readonly Thing[]): Call[] {
  if (!call) return [];
  const hidden = things.filter(({ part }) => isHidden(part));
  const meant = hidden.filter(({ type }) => speaksOf(parameter.name, type));
  const asked = FULL ? hidden : (meant.length ? meant : hidden).slice(0, 3);
  return asked.flatMap((thing) =>
    (['fqn', 'id'] as const).map((by) => ({ ...call, query: { ...call.query, [parameter.name]: { thing, by } } })),
  );
}

/** `service` speaks of every service, `owner` of users and teams. */
function speaksOf(name: string, type: string): boolean {
  if (name === 'owner') return type === 'user' || type === 'team';
  if (name === 'tag') return type === 'tag' || type === 'glossaryTerm';
  return type.toLowerCase().endsWith(name.toLowerCase()) || name.toLowerCase().startsWith(type.toLowerCase());
}

/** The example of the body, and it with each thing in it replaced by one that is hidden. */
function withBodies(calls: readonly Call[], things: readonly Thing[]): Call[] {
  return calls.flatMap((call) => {
    const { body } = call.operation;
    if (!body) return [call];
    const named = (['hidden', 'below'] as const).flatMap((part) => replaced(body.example, things, part) ?? []);
    const bodies = [body.example, ...named].map((one) => ({ ...call, body: one }));
    return [...bodies, ...underTakenName(call, things)];
  });
}

/** The body of a new entity under the name of each that is hidden and could be meant. */
function underTakenName(call: Call, things: readonly Thing[]): Call[] {
  const { method, body } = call.operation;
  const example = body?.example;
  if (method !== 'POST' || typeof example !== 'object' || example === null || !('name' in example)) return [];
  const hidden = things.filter(({ part }) => part === 'hidden');
  const own = hidden.filter(({ type }) => call.operation.id.toLowerCase() === `create${type.toLowerCase()}`);
  return own.map((thing) => ({ ...call, body: { ...example, name: { thing, by: 'name' } }, isAlone: true as const }));
}

/** undefined where nothing in the body names anything. */
function replaced(example: unknown, things: readonly Thing[], by: Part): unknown {
  const plain = new Map(things.filter(({ part }) => part === 'plain').map((thing) => [thing.fqn, thing]));
  const hidden = new Map(things.filter(({ part }) => part === by).map((thing) => [thing.type, thing]));
  let changed = false;
  const valueOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(valueOf);
    if (typeof value === 'string') return textOf(value);
    return typeof value === 'object' && value !== null ? objectOf(value as Json) : value;
  };
  const textOf = (text: string): unknown => {
    const target = hidden.get(plain.get(text)?.type ?? '');
    changed ||= target !== undefined;
    return target ? { thing: target, by: 'fqn' } : text;
  };
  const objectOf = (object: Json): unknown => {
    const target = typeof object.type === 'string' ? hidden.get(object.type) : undefined;
    if (target && ('id' in object || 'fullyQualifiedName' in object)) {
      changed = true;
      return { id: { thing: target, by: 'id' }, type: target.type };
    }
    // The name of something new is no reference.
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, name === 'name' ? value : valueOf(value)]),
    );
  };
  const body = valueOf(example);
  return changed ? body : undefined;
}
