import { badRequest, invalidFields } from '@app/common';
import type { Type } from '@nestjs/common';
import { checkDto } from './dto-check';

function kindOf(body: unknown): string {
  if (body === null) return 'null';
  return Array.isArray(body) ? 'an array' : `a ${typeof body}`;
}

/**
 * A body that is not there is an empty one, so that a DTO of optional fields can do without.
 *
 * @throws {AppError} BAD_REQUEST that lists every wrong field with its path
 */
export function checkBody<T extends object>(dto: Type<T>, body: unknown): T {
  if (body === undefined) return absentBody(dto);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(`The body is ${kindOf(body)}; a JSON object is expected`);
  }
  const { value, faults } = checkDto(dto, body);
  if (faults.length > 0) throw invalidFields(faults);
  return value;
}

function absentBody<T extends object>(dto: Type<T>): T {
  const { value, faults } = checkDto(dto, {});
  if (faults.length > 0) throw badRequest('The body is missing; a JSON object is expected', faults);
  return value;
}
