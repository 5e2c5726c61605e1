import type { ErrorDetail } from '@app/common';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidatorOptions } from 'class-validator';
import { dropNulls } from './absent-nulls';
import { fieldFaults } from './field-faults';
import { inheritedNames } from './inherited-names';

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  // A class without a single decorator is an oversight, not a permission.
  forbidUnknownValues: true,
  validationError: { target: true, value: true },
};

/** An instance of a DTO made from plain values, and all that is wrong with it. */
export function checkDto<T extends object>(dto: Type<T>, plain: object): { value: T; faults: ErrorDetail[] } {
  const value = plainToInstance(dto, plain, { exposeUnsetFields: false });
  dropNulls(value);
  return { value, faults: [...inheritedNames(plain), ...fieldFaults(validateSync(value, OPTIONS))] };
}
