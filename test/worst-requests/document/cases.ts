import type { WorstRequest } from '../measure/request';
import { HEADER_SHAPES, PATH_SHAPES, QUERY_SHAPES, queryWith, WHOLE_QUERIES } from '../shapes/parameter-shapes';
import { JSON_SHAPES } from '../shapes/json-shapes';
import { CSV_SHAPES, MULTIPART_SHAPES, MULTIPART_TYPE, NDJSON_SHAPES } from '../shapes/line-shapes';
import { PATCH_SHAPES } from '../shapes/patch-shapes';
import { isObject, type BodyPlan, type Shape } from '../shapes/shape';
import { bodyAt, shapesAt } from '../shapes/spot-shapes';
import { YAML_SHAPES } from '../shapes/yaml-shapes';
import type { ApiDocument } from './api-document';
import { nameOf, type Json, type Operation } from './operation';
import { flat, sample } from './sample';
import { spotsOf } from './spots';
import { exampleOf, type World } from './world';

/** One operation with one shape. */
export interface Case {
  readonly operation: string;
  readonly shape: string;
  /** What many collections have in common is of one kind. */
  readonly kind: string;
  make(number: number): WorstRequest | undefined;
}

type Make = (number: number) => WorstRequest | undefined;

const JSON_TYPE = 'application/json';
const SHAPES_BY_TYPE: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  [JSON_TYPE]: JSON_SHAPES,
  'application/json-patch+json': PATCH_SHAPES,
  'application/yaml': YAML_SHAPES,
  'application/x-ndjson': NDJSON_SHAPES,
  'text/csv': CSV_SHAPES,
  'text/plain': CSV_SHAPES,
  'multipart/form-data': MULTIPART_SHAPES,
};
/** Longest value of a path's parameter that the router takes. */
const LONGEST_SEGMENT = 16_000;

/** Every operation of the document with every shape that fits it. */
export class Cases {
  constructor(
    private readonly document: ApiDocument,
    private readonly world: World,
  ) {}

  all(): Case[] {
    return this.document.operations().flatMap((operation) => this.of(operation));
  }

  private of(operation: Operation): Case[] {
    const kind = this.world.collections.reduce(
      (path, collection) =>
        path === collection || path.startsWith(`${collection}/`) ? path.replace(collection, '{collection}') : path,
      operation.path,
    );
    const shapes = [
      ...this.bodies(operation),
      ...this.queries(operation),
      ...this.paths(operation),
      ...this.headers(operation),
    ];
    const name = nameOf(operation);
    return shapes.map(([shape, make]) => ({
      operation: name,
      shape,
      kind: `${operation.method} ${kind} ${shape}`,
      make,
    }));
  }

  private bodies(operation: Operation): [string, Make][] {
    return Object.keys(operation.body).flatMap((type) => {
      const shapes = SHAPES_BY_TYPE[type];
      if (!shapes) return [];
      const whole = Object.entries(shapes).map(([shape, make]): [string, Make] => [
        `${type}: ${shape}`,
        (number) => this.withBody(operation, type, make(this.plan(operation, type, number))),
      ]);
      return type === JSON_TYPE ? [...whole, ...this.spots(operation)] : whole;
    });
  }

  private spots(operation: Operation): [string, Make][] {
    const schema = flat(this.document, operation.body[JSON_TYPE]?.schema ?? {});
    return spotsOf(this.document, schema).flatMap((spot) =>
      shapesAt(spot).map((shape): [string, Make] => [
        `${spot.path.join('.')}: ${shape}`,
        (number) => this.withBody(operation, JSON_TYPE, bodyAt(this.plan(operation, JSON_TYPE, number), spot, shape)),
      ]),
    );
  }

  private plan(operation: Operation, type: string, number: number): BodyPlan {
    const schema = flat(this.document, operation.body[type]?.schema ?? {});
    const shown = exampleOf(operation.body[type]);
    return {
      document: this.document,
      schema,
      example: this.named(shown, schema, number),
      bytes: operation.bodyLimit,
      number,
    };
  }

  /** A body of its own name, so that it is no conflict with the ones before. */
  private named(shown: Json, schema: BodyPlan['schema'], number: number): Json {
    const filled = sample(this.document, schema, number);
    if (!isObject(shown) || !isObject(filled)) return shown;
    return { ...filled, ...shown, ...('name' in shown ? { name: `worst${number}` } : {}) };
  }

  private withBody(operation: Operation, type: string, body: Buffer | string | undefined): WorstRequest | undefined {
    if (body === undefined) return undefined;
    const headers = { 'content-type': type === 'multipart/form-data' ? MULTIPART_TYPE : type };
    return { ...this.bare(operation), headers, body };
  }

  private bare(operation: Operation): WorstRequest {
    const needed = operation.parameters.filter(
      (parameter) => parameter.in === 'query' && 'required' in parameter && parameter.required,
    );
    const query = needed.map(
      ({ name, schema }) => `${name}=${encodeURIComponent(String(sample(this.document, schema)))}`,
    );
    return {
      method: operation.method,
      path: [this.world.pathOf(operation), ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    };
  }

  private queries(operation: Operation): [string, Make][] {
    const named = operation.parameters.filter((parameter) => parameter.in === 'query');
    const path = this.world.pathOf(operation);
    const { method } = operation;
    const texts = named.filter(({ schema }) => schema.type === 'string' && !schema.enum && !schema.format);
    const long = texts.flatMap(({ name, schema }) =>
      Object.keys(QUERY_SHAPES).map((shape): [string, Make] => [
        `?${name}: ${shape}`,
        () => ({ method, path: `${path}?${queryWith(name, shape, schema.maxLength)}` }),
      ]),
    );
    const whole = Object.entries(WHOLE_QUERIES).map(([shape, make]): [string, Make] => [
      `?: ${shape}`,
      () => ({ method, path: `${path}?${make(named[0]?.name ?? 'limit')}` }),
    ]);
    return [...long, ...whole];
  }

  private paths(operation: Operation): [string, Make][] {
    const free = operation.parameters.filter(
      ({ in: place, schema }) => place === 'path' && schema.type === 'string' && !schema.enum,
    );
    return free.flatMap(({ name }) =>
      Object.entries(PATH_SHAPES).map(([shape, make]): [string, Make] => {
        const path = operation.path.replace(`{${name}}`, () => encodeURIComponent(make(LONGEST_SEGMENT)));
        return [
          `{${name}}: ${shape}`,
          () => ({ method: operation.method, path: this.world.pathOf({ ...operation, path }) }),
        ];
      }),
    );
  }

  private headers(operation: Operation): [string, Make][] {
    return Object.entries(HEADER_SHAPES).map(([shape, headers]) => [
      `headers: ${shape}`,
      () => ({ ...this.bare(operation), headers }),
    ]);
  }
}
