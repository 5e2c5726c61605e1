import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import type { ErrorDetail } from '@app/common';
import { bodyReader } from '../input/body-check';
import { instant, list, openObject, smallObject } from '../input/body-schema';

/** States of a run as `fields.md` of the reference has them. */
const PIPELINE_STATES = ['queued', 'success', 'failed', 'running', 'partialSuccess', 'stopped'];
/** The same in the words of the connectors to orchestrators. */
const EXECUTION_STATUSES = ['Successful', 'Failed', 'Pending', 'Skipped'];

/** One run of a pipeline as it stood at some time; all times in epoch ms. */
export interface PipelineRun {
  /** Its identity: a status at the same time replaces. */
  readonly timestamp: number;
  /** When it ended with success, if it did. */
  readonly succeededAt?: number;
  /** The status without its timestamp. */
  readonly body: Readonly<Record<string, unknown>>;
}

const { text } = shape;
const MOST_STEPS = 1_000;

export const PIPELINE_STATUS_SCHEMA: JsonSchema = smallObject(
  {
    runId: text,
    pipelineState: shape.oneOf(...PIPELINE_STATES),
    executionStatus: shape.oneOf(...EXECUTION_STATUSES),
    startDate: instant,
    timestamp: { ...instant, description: 'Epoch milliseconds; default: endDate, else startDate' },
    endDate: instant,
    status: list(openObject, MOST_STEPS),
    taskStatus: list(openObject, MOST_STEPS),
    config: openObject,
    metadata: openObject,
  },
  [],
);

interface SentStatus {
  readonly pipelineState?: string;
  readonly executionStatus?: string;
  readonly timestamp?: number;
  readonly startDate?: number;
  readonly endDate?: number;
}

const read = bodyReader<SentStatus>('a pipeline status', PIPELINE_STATUS_SCHEMA, faultsOf);

/** @throws {AppError} BAD_REQUEST that names every wrong field */
export function readPipelineStatus(sent: unknown): PipelineRun {
  const { timestamp: given, ...body } = read(sent);
  const timestamp = (given ?? body.endDate ?? body.startDate) as number;
  const hasSucceeded = body.pipelineState === 'success' || body.executionStatus === 'Successful';
  return { timestamp, body: { ...body }, ...(hasSucceeded && { succeededAt: body.endDate ?? timestamp }) };
}

function faultsOf(status: SentStatus): ErrorDetail[] {
  const { pipelineState, executionStatus, timestamp, startDate, endDate } = status;
  const faults: ErrorDetail[] = [];
  if ((pipelineState === undefined) === (executionStatus === undefined)) {
    const message = `is required, or executionStatus in its place: one of ${PIPELINE_STATES.join(', ')}`;
    faults.push({ field: 'pipelineState', message });
  }
  if ((timestamp ?? endDate ?? startDate) === undefined) {
    faults.push({ field: 'timestamp', message: 'is required, or endDate or startDate in its place' });
  }
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    faults.push({ field: 'endDate', message: `is ${endDate}, which is before startDate (${startDate})` });
  }
  return faults;
}
