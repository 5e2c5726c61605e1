import { invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { JsonSchema } from '../../definition/json-schema';
import { CheckReport } from './check-report';
import { CheckCompiler } from './compile-check';
import type { Check } from './scalar-checks';

/** What a check says of a value, and the value as it is kept: a copy without nulls, words in the spelling of their list. */
export interface Checked {
  readonly value: unknown;
  /** All that is wrong, what is larger than a limit included. */
  readonly faults: readonly ErrorDetail[];
}

/** Makes a check by a schema of its own. The schema is compiled when it is first asked for. */
export function schemaCheck(schema: JsonSchema): (value: unknown) => Checked {
  let check: Check | undefined;
  return (sent) => {
    check ??= new CheckCompiler({}).compile(schema);
    const report = new CheckReport();
    const value = check(sent, report);
    return { value, faults: [...report.excesses, ...report.faults] };
  };
}

/** As schemaCheck, for bodies. @throws {AppError} BAD_REQUEST that names every wrong field */
export function schemaReader<Body>(schema: JsonSchema): (sent: unknown) => Body {
  const check = schemaCheck(schema);
  return (sent) => {
    const { value, faults } = check(sent);
    if (faults.length > 0) throw invalidFields(faults);
    return value as Body;
  };
}
