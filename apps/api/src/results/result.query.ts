import { badRequest } from '@app/common';
import { EXECUTION_STATUSES, MAX_LIMIT, MAX_TIMESTAMP } from '@app/results';
import type { ExecutionStatus } from '@app/results';
import { ChoiceParameter, IntegerParameter, TextParameter, UuidParameter } from '../http/input';

/** The one field of a result that comes by request. */
const DETAILS = 'details';

/** What every answer with results can be asked for. */
export class ResultQuery {
  @TextParameter({
    description: 'details: adds details, trigger, notEvaluated, contractVersion and attempts.',
    example: DETAILS,
    min: 0,
  })
  fields?: string;
}

export class ResultListParameters extends ResultQuery {
  @IntegerParameter({ description: 'Results at most; 0: the total alone.', min: 0, max: MAX_LIMIT, default: 10 })
  limit = 10;

  @IntegerParameter({ description: 'Results from then on, in epoch ms.', min: 0, max: MAX_TIMESTAMP })
  startTs?: number;

  @IntegerParameter({ description: 'Results up to then, in epoch ms.', min: 0, max: MAX_TIMESTAMP })
  endTs?: number;

  @ChoiceParameter({ description: 'Results of this status.', of: EXECUTION_STATUSES })
  status?: ExecutionStatus;

  @TextParameter({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextParameter({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}

export class AssetOfContractQuery extends ResultQuery {
  @UuidParameter({ description: 'The data asset.', required: true })
  entityId!: string;

  @TextParameter({ description: 'Its type.', required: true, max: 64, example: 'table' })
  entityType!: string;
}

/** @throws {AppError} BAD_REQUEST for another field than details */
export function wantsDetails({ fields = '' }: ResultQuery): boolean {
  const names = fields.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => name !== DETAILS);
  if (unknown === undefined) return names.length > 0;
  const details = [{ field: 'fields', message: `${unknown} is no field of a result; ${DETAILS} is the only one` }];
  throw badRequest(`Invalid field name ${unknown}`, details);
}
