import { invalidFields, type ErrorDetail } from '@app/common';
import type { JsonSchema } from '../../definition/json-schema';
import { CheckReport } from './check-report';
import { CheckCompiler } from './compile-check';
import type { Check } from './scalar-checks';

/** The result of a check, with the normalised value: a copy without nulls, listed values in their listed spelling. */
export interface Checked {
  readonly value: unknown;
  /** All faults, including exceeded limits. */
  readonly faults: readonly ErrorDetail[];
}

/** Creates a check from a schema, which is compiled on first use. */
export function checkOf(schema: JsonSchema): Check {
  let check: Check | undefined;
  return (sent, report) => (check ??= new CheckCompiler({}).compile(schema))(sent, report);
}

/** `checkOf` with a report of its own. */
export function schemaCheck(schema: JsonSchema): (value: unknown) => Checked {
  const check = checkOf(schema);
  return (sent) => {
    const report = new CheckReport();
    const value = check(sent, report);
    return { value, faults: report.all };
  };
}

/** `schemaCheck` for bodies. @throws {AppError} BAD_REQUEST naming every invalid field */
export function schemaReader<Body>(schema: JsonSchema): (sent: unknown) => Body {
  const check = schemaCheck(schema);
  return (sent) => {
    const { value, faults } = check(sent);
    if (faults.length > 0) throw invalidFields(faults);
    return value as Body;
  };
}
