import { badRequest, instantFault, invalidFields, isUuid } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { EXECUTION_STATUSES, isExecutionStatus } from './execution-status';
import type { ExecutionStatus } from './execution-status';
import { FieldReader } from './field-reader';
import { readDimensions } from './result-dimensions';

/** A result as it is stored: `body` without the fields in separate columns (id, contract, timestamp, status). */
export interface ResultDocument {
  readonly id?: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly status: ExecutionStatus;
  readonly body: Readonly<Record<string, unknown>>;
  /** Fields returned with `fields=details` only. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The trigger of pushed results. */
const PUSHED = 'api';

/**
 * Validates a pushed result. `dataContractFQN` is accepted and ignored: the path identifies the contract.
 *
 * @throws {AppError} BAD_REQUEST naming every invalid field
 */
export function readResultDocument(input: unknown): ResultDocument {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw badRequest('The body must be a JSON object with timestamp and contractExecutionStatus');
  }
  const faults: ErrorDetail[] = [];
  const reader = new FieldReader(input as Record<string, unknown>, '', faults);
  const document = readFields(reader);
  reader.refuseOthers();
  if (faults.length > 0) throw invalidFields(faults);
  return document;
}

function readFields(reader: FieldReader): ResultDocument {
  const id = reader.take('id', 'a UUID', (value) => (isUuid(value) ? value.toLowerCase() : undefined));
  reader.text('dataContractFQN');
  const timestamp = readTimestamp(reader);
  const status = readStatus(reader);
  const result = reader.text('result');
  const executionTime = reader.count('executionTime');
  const dimensions = readDimensions(reader);
  const extras = { ...dimensions.details, message: reader.text('message'), incidentId: reader.text('incidentId') };
  const details = Object.values(extras).some((value) => value !== undefined) ? { details: extras } : {};
  return {
    ...(id && { id }),
    timestamp,
    status,
    body: { result, ...dimensions.body, executionTime },
    details: { trigger: PUSHED, ...details },
  };
}

function readTimestamp(reader: FieldReader): number {
  let fault = reader.has('timestamp') ? undefined : 'is required';
  const value = reader.take('timestamp', 'an integer, in epoch milliseconds', (given) => {
    fault = instantFault(given);
    return Number(given) || 0;
  });
  if (fault) reader.fault('timestamp', fault);
  return value ?? 0;
}

function readStatus(reader: FieldReader): ExecutionStatus {
  const expected = `one of ${EXECUTION_STATUSES.join(', ')}`;
  if (!reader.has('contractExecutionStatus')) {
    reader.fault('contractExecutionStatus', `is required: ${expected}`);
  }
  const status = reader.take('contractExecutionStatus', expected, (value) =>
    isExecutionStatus(value) ? value : undefined,
  );
  return status ?? 'Aborted';
}
