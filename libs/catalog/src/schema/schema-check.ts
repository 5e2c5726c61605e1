import type { ErrorDetail } from '@app/common';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020';
import type { JsonSchema } from '../definition/json-schema';
import { schemaCompiler } from './keywords';
import { schemaFaults } from './schema-faults';

let compiler: Ajv2020 | undefined;

/**
 * Makes a check by a schema of its own: what is wrong with a value, nothing where it fits. The schema is compiled when it is
 * first asked for: that takes milliseconds, and a process needs few of all that it knows.
 */
export function schemaCheck(schema: JsonSchema): (value: unknown) => ErrorDetail[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= (compiler ??= schemaCompiler({})).compile(schema);
    return validate(value) ? [] : schemaFaults(validate.errors ?? []);
  };
}
