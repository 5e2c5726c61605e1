import { schemaCheck } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { badRequest, invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';

/** What a schema cannot say of a body: its members among each other. */
export type FurtherFaults<Body> = (body: Body) => ErrorDetail[];

/**
 * Makes the reader of a body from its schema, which also stands in the API document. The reader gives a copy without nulls.
 *
 * @param what the body describes, for the message about one that is no object, such as `a test case result`
 * @throws {AppError} BAD_REQUEST that names every wrong field and what is allowed there
 */
export function bodyReader<Body>(what: string, schema: JsonSchema, further: FurtherFaults<Body> = () => []) {
  const check = schemaCheck(schema);
  return (sent: unknown): Body => {
    if (typeof sent !== 'object' || sent === null) throw badRequest(`The body must be JSON that describes ${what}`);
    const { value, faults: wrong } = check(sent);
    const faults = wrong.length > 0 ? wrong : further(value as Body);
    if (faults.length > 0) throw invalidFields(faults);
    return value as Body;
  };
}
