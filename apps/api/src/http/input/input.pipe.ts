import { CheckReport } from '@app/catalog';
import { badRequest, invalidFields } from '@app/common';
import { type ArgumentMetadata, Body, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { checkerOf, type RawQuery } from './dto-checker';
import { checkItems, objectRule } from './property.decorators';

/** Types that a parameter of a controller has when it has no DTO: `unknown`, a list, a single value. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, undefined];

/**
 * Checks queries and bodies by the DTO that a parameter of a controller has: `@Body() body: CreateThing`, `@Query() query: ListQuery`.
 * A body without a class (`@Body() body: unknown`) goes through as it came.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (PLAIN.includes(metatype) || data !== undefined) return value;
    const checker = () => checkerOf(metatype as Type<object>);
    if (type === 'query') return checker().query(value as RawQuery);
    return type === 'body' ? checker().body(value) : value;
  }
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

/**
 * Looks at the parameters of a controller's method: makes the checkers of its DTOs, so that a wrong one ends the boot, and tells
 * whether one of them is made from the query string.
 */
export function takesQuery(prototype: object, method: string | symbol): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, method) ?? {}) as RouteParameters;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
  const places = Object.entries(parameters).map(([key, { index, data }]) => ({
    kind: Number(key.split(':')[0]),
    type: types[index],
    data,
  }));
  for (const { kind, type, data } of places) {
    const isInput = kind === (RouteParamtypes.QUERY as number) || kind === (RouteParamtypes.BODY as number);
    if (isInput && data === undefined && !PLAIN.includes(type)) checkerOf(type as Type<object>);
  }
  return places.some(({ kind }) => kind === (RouteParamtypes.QUERY as number));
}

type RouteParameters = Readonly<Record<string, { readonly index: number; readonly data?: unknown }>>;
