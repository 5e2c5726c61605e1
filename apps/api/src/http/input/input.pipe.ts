import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { checkBody } from './body-check';
import { checkQuery } from './query-check';

/** Types that a parameter of a controller has when it has no DTO: `unknown`, a list, a single value. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, undefined];

/**
 * Makes DTOs of bodies and queries: `@Body() body: CreateThing`, `@Query() query: ListQuery`. A body without a class
 * (`@Body() body: unknown`) goes through as it came.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (PLAIN.includes(metatype) || data !== undefined) return value;
    const dto = metatype as Type<object>;
    if (type === 'query') return checkQuery(dto, value as object);
    return type === 'body' ? checkBody(dto, value) : value;
  }
}
