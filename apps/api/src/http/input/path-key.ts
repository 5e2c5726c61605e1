import type { EntityKey } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { FqnParam, UuidParam } from './path.decorators';

/** One of the two ways in which the path of a route names an entity. A controller that has both is made once for each. */
export interface PathKey {
  readonly path: ':id' | 'name/:fqn';
  /** The end of the ids of operations. */
  readonly suffix: '' | 'ByName';
  readonly Param: () => ParameterDecorator;
  readonly keyOf: (text: string) => EntityKey;
}

export const BY_NAME: PathKey = {
  path: 'name/:fqn',
  suffix: 'ByName',
  Param: () => FqnParam(),
  keyOf: (fqn) => ({ fqn }),
};
export const BY_ID: PathKey = { path: ':id', suffix: '', Param: () => UuidParam(), keyOf: (id) => ({ id }) };

/** The controllers of both ways. */
export const byEither = (make: (by: PathKey) => Type<unknown>): Type<unknown>[] => [make(BY_NAME), make(BY_ID)];

interface Described {
  readonly operationId: string;
  readonly summary: string;
  /** Said of the route by id alone. */
  readonly description?: string;
}

/** Puts a route into the API document that is there by id and by name. */
export function KeyedOperation({ suffix }: PathKey, { operationId, summary, description }: Described): MethodDecorator {
  return suffix === 'ByName'
    ? ApiOperation({ operationId: `${operationId}ByName`, summary: `${summary}, by its name` })
    : ApiOperation({ operationId, summary, description });
}
