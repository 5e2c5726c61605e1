import { LINEAGE_TYPES, MOST_HOPS, MOST_NEAR_HOPS, MOST_NODES } from '@app/lineage';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { ApiQueryOptions } from '@nestjs/swagger';

type Schema = Extract<ApiQueryOptions, { schema: unknown }>['schema'];

const text: Schema = { type: 'string' };
const flag = (otherwise: boolean): Schema => ({ type: 'boolean', default: otherwise });
const type: Schema = { type: 'string', enum: [...LINEAGE_TYPES] };

function parameter(name: string, schema: Schema, description: string, required = false): MethodDecorator {
  return ApiQuery({ name, required, schema, description });
}

const hops = (name: string, what: string) =>
  parameter(name, { type: 'integer', minimum: 0, maximum: MOST_NEAR_HOPS, default: 1 }, `Hops to ${what}`);

const deleted = parameter('includeDeleted', flag(false), 'A deleted asset hides what lies behind it, unless true');

/** How far a neighbourhood goes. */
export function HopParameters(): MethodDecorator {
  return applyDecorators(
    hops('upstreamDepth', 'what the asset is made of'),
    hops('downstreamDepth', 'what is made of the asset'),
    deleted,
  );
}

export function NameParameters(): MethodDecorator {
  return applyDecorators(
    parameter('fqn', text, 'FQN of the asset', true),
    parameter('type', type, 'Type of the asset', true),
  );
}

export function GraphParameters(): MethodDecorator {
  const direction: Schema = { type: 'string', enum: ['both', 'upstream', 'downstream'], default: 'both' };
  return applyDecorators(
    parameter('type', type, 'Type of the asset', true),
    parameter('fqn', text, 'FQN of the asset; this or id is required'),
    parameter('id', { type: 'string', format: 'uuid' }, 'Id of the asset'),
    parameter('direction', direction, 'Where to go'),
    parameter('depth', { type: 'integer', minimum: 0, maximum: MOST_HOPS, default: 3 }, 'Hops to go'),
    parameter('nodes', { type: 'integer', minimum: 1, maximum: MOST_NODES, default: 1_000 }, 'Most nodes of a page'),
    parameter('after', text, 'Cursor of the page before: paging.after'),
    parameter('entityType', text, 'Show assets of these types only, separated by commas'),
    parameter('tag', text, 'Show assets only that bear this tag, on themselves or on a part: its FQN'),
    parameter('service', text, 'Show assets of this service only: its FQN'),
    parameter('columns', flag(false), 'Edges tell which columns they join'),
    parameter('counts', flag(true), 'Count the whole walk by hop; false saves the way behind the page'),
    deleted,
  );
}

export function PathParameters(): MethodDecorator {
  const direction: Schema = { type: 'string', enum: ['either', 'upstream', 'downstream'], default: 'either' };
  return applyDecorators(
    parameter('from', text, 'Id or FQN of the first asset', true),
    parameter('to', text, 'Id or FQN of the second asset', true),
    parameter('fromType', type, 'Type of the first asset, where another has the same FQN'),
    parameter('toType', type, 'Type of the second asset'),
    parameter('direction', direction, 'downstream: edges lead from the first to the second; either: the shorter way'),
  );
}
