import { badRequest } from '@app/common';
import { TextProperty } from '../http/input';

/** The one field of a result that comes by request. */
const DETAILS = 'details';

/** What every answer with results can be asked for. */
export class ResultQuery {
  @TextProperty({
    description: 'details: adds details, trigger, notEvaluated, contractVersion and attempts.',
    example: DETAILS,
    min: 0,
  })
  fields?: string;
}

/** @throws {AppError} BAD_REQUEST for another field than details */
export function wantsDetails({ fields = '' }: ResultQuery): boolean {
  const names = fields.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => name !== DETAILS);
  if (unknown === undefined) return names.length > 0;
  const details = [{ field: 'fields', message: `${unknown} is no field of a result; ${DETAILS} is the only one` }];
  throw badRequest(`Invalid field name ${unknown}`, details);
}
