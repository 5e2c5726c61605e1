import { badRequest, invalidFields, LAST_INSTANT } from '@app/common';
import {
  DEFAULT_BUCKET,
  DEFAULT_WINDOW,
  EXECUTION_STATUSES,
  isTerminal,
  MAX_LIMIT,
  MAX_ROWS,
  TREND_DIMENSIONS,
  type ExecutionStatus,
  type ResultParts,
  type SentBulkResult,
  type SentResult,
} from '@app/results';
import {
  AfterProperty,
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  objectRule,
  type PropertyRule,
  readInteger,
  SchemaProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';
import { NdjsonBody } from '../http/parsing';
import { ProducerProperty } from './producer.input';

/** The parts of a result that may be requested. */
const FIELDS = ['details', 'reasons', 'status'] as const;

/** The query of every answer with results. */
export class ResultQuery {
  @TextProperty({
    description:
      'details: adds details, trigger, requestedBy, notEvaluated, contractVersion and attempts. reasons: the same with the first 50 items of each list; omitted says how many reasons a dimension lacks. status: only id, contract, timestamp and status.',
    example: 'details',
    min: 0,
    words: FIELDS,
  })
  fields?: string;
}

/** The last one that is named. @throws {AppError} BAD_REQUEST for another field than these */
export function wantedParts({ fields = '' }: ResultQuery): ResultParts {
  const names = fields.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !FIELDS.some((known) => known === name));
  if (unknown === undefined) return (names.at(-1) as ResultParts | undefined) ?? 'body';
  const details = [{ field: 'fields', message: `${unknown} is no field of a result; there are ${FIELDS.join(', ')}` }];
  throw badRequest(`Invalid field name ${unknown}`, details);
}

export class ResultListQuery extends ResultQuery {
  @IntegerProperty({ description: 'Maximum number of results; 0: only the total.', min: 0, max: MAX_LIMIT })
  limit = 10;

  @EpochProperty('Results from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Results up to then, in epoch ms.')
  endTs?: number;

  @ChoiceProperty({ description: 'Results of this status.', of: EXECUTION_STATUSES })
  status?: ExecutionStatus;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}

/** The part of the history that is summed up. */
export class SummaryQuery {
  @TextProperty({
    description: 'Window before now, an ISO 8601 duration.',
    example: 'P30D',
    max: 64,
  })
  window = DEFAULT_WINDOW;

  @TextProperty({
    description: 'Length of a part of the trend, an ISO 8601 duration; at most 1,000 parts.',
    example: 'P1D',
    max: 64,
  })
  bucket = DEFAULT_BUCKET;

  @ChoiceProperty({ of: [TREND_DIMENSIONS], description: 'The parts of the trend have dimensions as well.' })
  fields?: typeof TREND_DIMENSIONS;
}

/** The part of a path that names a result and is no UUID. @throws {AppError} BAD_REQUEST */
export function readTimestamp(text: string): number {
  const time = readInteger(text) ?? -1;
  if (time >= 0 && time <= LAST_INSTANT) return time;
  const message = `must be the UUID of a result, latest, or epoch milliseconds from 0 to ${LAST_INSTANT}`;
  throw invalidFields([{ field: 'result', message }]);
}

const LONGEST_TEXT = 64 * 1024;
const Text = (description?: string) => TextProperty({ min: 0, max: LONGEST_TEXT, description });
const Count = IntegerProperty({ min: 0, max: Number.MAX_SAFE_INTEGER });
const Texts = SchemaProperty({
  schema: { type: 'array', maxItems: 10_000, items: { type: 'string', maxLength: LONGEST_TEXT } },
});
const Flag = BooleanProperty({});

/** If all three are given they must add up; a missing one is not computed. */
class CountedDto {
  @Count
  passed?: number;

  @Count
  failed?: number;

  @IntegerProperty<CountedDto>({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    further: (total, { passed, failed }) => {
      if (total === undefined) return undefined;
      if (passed !== undefined && failed !== undefined && passed + failed !== total)
        return `is ${String(total)}, but passed (${passed}) and failed (${failed}) add up to ${passed + failed}`;
      const isLess = Math.max(passed ?? 0, failed ?? 0) > (total as number);
      return isLess ? `is ${String(total)}, which is less than one of passed and failed` : undefined;
    },
  })
  total?: number;

  @Text()
  message?: string;
}

class PushedSchemaValidation extends CountedDto {
  @Texts
  failedFields: string[] = [];

  @Texts
  duplicateFields?: string[];

  @Texts
  typeMismatchFields?: string[];
}

class PushedFailedRule {
  @TextProperty({ required: true, min: 0, max: LONGEST_TEXT })
  ruleName!: string;

  @Text()
  reason?: string;
}

/** The bare name of a rule is also accepted: pipelines may know only that. */
const FAILED_RULE: PropertyRule = {
  check: (value, report) =>
    typeof value === 'string' ? { ruleName: value } : objectRule(PushedFailedRule).check(value, report),
  allowed: 'an object {ruleName, reason?} or the name of a rule',
  schema: {
    oneOf: [
      { type: 'string' },
      { type: 'object', properties: { ruleName: { type: 'string' }, reason: { type: 'string' } } },
    ],
  },
};

class PushedSemanticsValidation extends CountedDto {
  @ListProperty({ of: FAILED_RULE, max: 10_000 })
  failedRules: { readonly ruleName: string; readonly reason?: string }[] = [];
}

class PushedQualityValidation extends CountedDto {
  @NumberProperty({ min: 0, max: 100 })
  qualityScore?: number;
}

class PushedSlaValidation {
  @Flag
  refreshFrequencyMet?: boolean;

  @Flag
  latencyMet?: boolean;

  @Flag
  availabilityMet?: boolean;

  @Count
  actualLatency?: number;

  @Text()
  message?: string;
}

/** The result of one validation, as pipelines push it. What is answered has a schema of its own: `RESULT_SCHEMA`. */
export class PushedResult implements SentResult {
  @UuidProperty({})
  id?: string;

  @Text('Ignored in a request: the path names the contract')
  dataContractFQN?: string;

  @InstantProperty({ required: true })
  timestamp!: number;

  @ChoiceProperty<PushedResult>({
    required: true,
    of: EXECUTION_STATUSES,
    further: (status, { producer }) =>
      producer === undefined || status === undefined || isTerminal(status as ExecutionStatus)
        ? undefined
        : `is ${String(status)}, but a result with a producer has ended: Success, Failed, PartialSuccess and Aborted are allowed`,
  })
  contractExecutionStatus!: ExecutionStatus;

  @Text()
  result?: string;

  @ObjectProperty({ of: PushedSchemaValidation })
  schemaValidation?: PushedSchemaValidation;

  @ObjectProperty({ of: PushedSemanticsValidation })
  semanticsValidation?: PushedSemanticsValidation;

  @ObjectProperty({ of: PushedQualityValidation })
  qualityValidation?: PushedQualityValidation;

  @ObjectProperty({ of: PushedSlaValidation })
  slaValidation?: PushedSlaValidation;

  @IntegerProperty({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Milliseconds' })
  executionTime?: number;

  @Text()
  message?: string;

  @Text()
  incidentId?: string;

  @ProducerProperty()
  producer?: string;
}

/** A result among many; exactly one of the two names the contract. */
export class PushedResultRow extends PushedResult implements SentBulkResult {
  @UuidProperty<PushedResultRow>({
    further: (id, { contractFQN }) =>
      (id === undefined) === (contractFQN === undefined) ? 'send exactly one of contractId and contractFQN' : undefined,
  })
  contractId?: string;

  @TextProperty({ max: LONGEST_TEXT })
  contractFQN?: string;
}

/** Its results are checked one by one: a wrong one is refused alone. A line that is no JSON is its error. */
export class PushedResults {
  static readonly fromBody = (sent: unknown): unknown => {
    const results =
      sent instanceof NdjsonBody ? sent.lines.map((line) => ('fault' in line ? line.fault : line.value)) : sent;
    return Array.isArray(results) ? { results } : sent;
  };

  @ListProperty({
    required: true,
    of: { check: (row) => row, allowed: '', schema: { $ref: '#/components/schemas/PushedResultRow' } },
    min: 1,
    max: MAX_ROWS,
    description: 'Each with contractId or contractFQN. As NDJSON: one result a line, without the object around them.',
  })
  results!: unknown[];
}
