import { CheckReport } from '@app/catalog';
import { badRequest, invalidFields } from '@app/common';
import { Body, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import { checkerOf, type RawQuery } from './dto-checker';
import { checkItems, objectRule } from './property.decorators';

/** Types that a parameter of a controller has when it has no DTO: `unknown`, a list, a single value. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, undefined];

/** A parameter of a controller's method that is made from the query string or the body. */
interface InputLocation {
  readonly kind: 'query' | 'body';
  readonly index: number;
  /** Absent where the parameter has no DTO: it is given as it came. */
  readonly dto: Type<object> | undefined;
}

/**
 * Has queries and bodies checked by the DTO that a parameter of the method has: `@Body() body: CreateThing`, `@Query() query: ListQuery`.
 * A body without a class (`@Body() body: unknown`) goes through as it came. The checkers are made here, so that a wrong one ends the boot.
 * To be called once a method.
 *
 * Not a pipe of Nest: it waits several times for one, also where there is nothing to do, 5 % of what a read takes. What makes a parameter
 * is called at once. It stands behind Nest's own entry of that parameter, which the OpenAPI document is made from, and so has the last word.
 *
 * @returns whether a parameter of the method is made from the query string
 */
export function checkInputs(prototype: object, method: string | symbol): boolean {
  const inputs = inputsOf(prototype, method);
  for (const { kind, index, dto } of inputs) if (dto) MadeFrom(inputCheck(kind, dto))(prototype, method, index);
  return inputs.some(({ kind }) => kind === 'query');
}

/** A body that is one object of a DTO class or a list of them: the parameter is a list in either case. */
export function BodyList(dto: Type<object>, most: number): ParameterDecorator {
  const transform = (sent: unknown): unknown[] => {
    if (sent === undefined) throw badRequest('The body is missing; it must be an object or a list of them');
    if (!Array.isArray(sent)) return [checkerOf(dto).body(sent)];
    const report = new CheckReport();
    if (sent.length > most) report.excess(sent.length, `has ${sent.length} items; at most ${most} are allowed`);
    const list = sent.length > most ? [] : checkItems(sent, objectRule(dto), report);
    if (report.count > 0) throw invalidFields(report.all);
    return list;
  };
  return Body({ transform });
}

/** Gives what the parameter is made of, or throws. */
type Make = (request: FastifyRequest) => unknown;

/** A parameter that is made from the request, at once. */
export const MadeFrom = createParamDecorator((make: Make, context: ExecutionContext) =>
  make(context.switchToHttp().getRequest<FastifyRequest>()),
);

function inputCheck(kind: InputLocation['kind'], dto: Type<object>): Make {
  const checker = checkerOf(dto);
  return kind === 'query' ? ({ query }) => checker.query(query as RawQuery) : ({ body }) => checker.body(body);
}

const KINDS: Readonly<Record<number, InputLocation['kind'] | undefined>> = {
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.BODY]: 'body',
};

/** Read from what the decorators of Nest have noted of the method. */
function inputsOf(prototype: object, method: string | symbol): InputLocation[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, method) ?? {}) as RouteParameters;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
  return Object.entries(parameters).flatMap(([key, { index, data }]) => {
    const kind = KINDS[Number(key.split(':')[0])];
    const isWhole = data === undefined && !PLAIN.includes(types[index]);
    return kind ? [{ kind, index, dto: isWhole ? (types[index] as Type<object>) : undefined }] : [];
  });
}

type RouteParameters = Readonly<Record<string, { readonly index: number; readonly data?: unknown }>>;
