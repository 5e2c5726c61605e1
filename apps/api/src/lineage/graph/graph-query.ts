import { invalidFields, isUuid } from '@app/common';
import { LINEAGE_TYPES, MOST_HOPS, MOST_NEAR_HOPS, MOST_NODES } from '@app/lineage';
import type { AssetKey, EdgeKey, EndKey, GraphRequest, NeighbourhoodRequest } from '@app/lineage';
import { QueryReader } from '../../entities/query-reader';
import type { RawQuery } from '../../entities/query-reader';

const NEAR = { least: 0, most: MOST_NEAR_HOPS, otherwise: 1 };
const SIDES = ['upstream', 'downstream'] as const;
const DEFAULT_DEPTH = 3;
const DEFAULT_NODES = 1_000;

/** An asset that a query names. */
interface NamedAsset {
  readonly type: string;
  readonly key: AssetKey;
}

/** How far a neighbourhood goes. @throws {AppError} BAD_REQUEST */
export function neighbourhoodQuery(query: RawQuery): NeighbourhoodRequest {
  const reader = new QueryReader(query);
  const request = readHops(reader);
  reader.end();
  return request;
}

/** The same, with the asset that it is about. @throws {AppError} BAD_REQUEST */
export function namedNeighbourhoodQuery(query: RawQuery): { request: NeighbourhoodRequest } & NamedAsset {
  const reader = new QueryReader(query);
  const [type, fqn] = [reader.text('type'), reader.text('fqn')];
  const request = readHops(reader);
  reader.end();
  return { request, type: required('type', type), key: { fqn: required('fqn', fqn) } };
}

/** @throws {AppError} BAD_REQUEST */
export function graphQuery(query: RawQuery): { request: GraphRequest } & NamedAsset {
  const reader = new QueryReader(query);
  const [type, fqn, id] = [reader.text('type'), reader.text('fqn'), reader.text('id')];
  const [types, tag, service, after] = ['entityType', 'tag', 'service', 'after'].map((name) => reader.text(name));
  const request: GraphRequest = {
    direction: reader.word('direction', ['both', ...SIDES], 'both'),
    depth: reader.integer('depth', { least: 0, most: MOST_HOPS, otherwise: DEFAULT_DEPTH }),
    nodes: reader.integer('nodes', { least: 1, most: MOST_NODES, otherwise: DEFAULT_NODES }),
    includeDeleted: reader.boolean('includeDeleted'),
    columns: reader.boolean('columns'),
    counts: reader.word('counts', ['true', 'false'], 'true') === 'true',
    ...(types !== undefined && { types: typesIn(types) }),
    ...(tag !== undefined && { tag }),
    ...(service !== undefined && { service }),
    ...(after !== undefined && { after }),
  };
  reader.end();
  return { request, type: required('type', type), key: keyOf(fqn, id) };
}

/** Two assets, each by id or by FQN, with its type where the FQN alone is not enough. @throws {AppError} BAD_REQUEST */
export function pathQuery(query: RawQuery): { key: EdgeKey; direction: (typeof SIDES)[number] | 'either' } {
  const reader = new QueryReader(query);
  const [from, to] = [reader.text('from'), reader.text('to')];
  const [fromType, toType] = [reader.text('fromType'), reader.text('toType')];
  const direction = reader.word('direction', ['either', ...SIDES], 'either');
  reader.end();
  const key = { from: endOf(required('from', from), fromType), to: endOf(required('to', to), toType) };
  return { key, direction };
}

function readHops(reader: QueryReader): NeighbourhoodRequest {
  return {
    upstreamDepth: reader.integer('upstreamDepth', NEAR),
    downstreamDepth: reader.integer('downstreamDepth', NEAR),
    includeDeleted: reader.boolean('includeDeleted'),
  };
}

function endOf(named: string, type: string | undefined): EndKey {
  return { ...(isUuid(named) ? { id: named } : { fqn: named }), ...(type !== undefined && { type }) };
}

function keyOf(fqn: string | undefined, id: string | undefined): AssetKey {
  if ((fqn === undefined) === (id === undefined)) {
    const message = fqn === undefined ? 'is required, or id' : 'cannot be given together with id; send one of them';
    throw invalidFields([{ field: 'fqn', message }]);
  }
  return id === undefined ? { fqn: required('fqn', fqn) } : { id };
}

function typesIn(list: string): string[] {
  const types = list.split(',');
  const wrong = types.find((type) => !LINEAGE_TYPES.includes(type));
  if (wrong === undefined) return types;
  const message = `must be a comma-separated list of ${LINEAGE_TYPES.join(', ')}; got ${JSON.stringify(wrong.slice(0, 100))}`;
  throw invalidFields([{ field: 'entityType', message }]);
}

function required(field: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw invalidFields([{ field, message: 'is required' }]);
}
