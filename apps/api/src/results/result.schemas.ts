import { NOT_EVALUATED_REASONS } from '@app/contracts';
import { EXECUTION_STATUSES } from '@app/results';
import { RUN_TRIGGERS } from '@app/validation';
import { component, count, flag, list, number, oneOf, uuid } from '../http/schemas';

const text = (description?: string) => ({ type: 'string', ...(description && { description }) });
const texts = (description?: string) => list(text(), description);
const instant = (description: string) => ({ type: 'integer', format: 'int64', description });
const COUNTS = { 'passed?': count, 'failed?': count, 'total?': count };

/** One of two named schemas: what a run of the service found, or what a pipeline pushed. */
const foundOrPushed = (found: object, pushed: object, description: string) => ({ description, oneOf: [found, pushed] });

const REASONS = list(
  component(
    'FieldReason',
    { field: text('Path of a column, or FQN of a test case'), message: text() },
    'Why a column, a test case or a target fails',
  ),
);

const pushedMessage = (title: string, what: string, more: Readonly<Record<string, object>> = {}) =>
  component(title, { 'message?': text('Message of the pipeline about the dimension'), ...more }, what);

const SLA_EVIDENCE = component(
  'SlaEvidence',
  {
    target: oneOf(['refreshFrequency', 'maxLatency', 'availability', 'availabilityTime']),
    kind: oneOf(['refresh', 'arrival', 'availability']),
    timestamp: instant('Of the newest evidence, in epoch ms'),
    'source?': text('Such as lifeCycle, profile or the source of an observation'),
    'observations?': { ...count, description: 'Counted observations of the availability' },
  },
  'Evidence that an SLA target was judged by',
);

const SLA_DETAILS = component(
  'SlaDetails',
  {
    'notes?': texts('A sentence for each target that is not met'),
    'lastRefreshedAt?': instant('Epoch ms'),
    'actualLatency?': { type: 'integer', description: 'Milliseconds' },
    'actualAvailability?': { type: 'number', description: 'Percent' },
    'evidence?': list(SLA_EVIDENCE),
    'blocked?': list(
      oneOf(['refreshFrequencyMet', 'latencyMet', 'availabilityMet']),
      'Targets that are not met only since the source could not be read',
    ),
    'blockedBy?': text('Why it could not be read, such as sourceUnreachable'),
    'message?': text('Message of the pipeline about the dimension'),
  },
  'Evidence of the SLA; a pushed result has message and actualLatency',
);

/** The reading of a validation's source. */
const READING = component(
  'ResultReading',
  {
    runId: { type: 'string', format: 'uuid', description: 'Of the data run' },
    'readAt?': instant('Epoch ms by the clock of the source; absent where it was not reached'),
    statements: { ...count, description: 'Sent for the checks' },
    'executionTime?': { type: 'integer', minimum: 0, description: 'Milliseconds' },
    'partial?': {
      type: 'boolean',
      description:
        'true if row-level security of the source applies: only rows visible to the reading user are checked',
    },
  },
  'The reading of the source that the result rests on',
);

/** The counts of a result, and of one producer's part in it. */
const QUALITY_COUNTS = { ...COUNTS, 'qualityScore?': { type: 'number', minimum: 0, maximum: 100 } };
const TARGETS_MET = { 'refreshFrequencyMet?': flag, 'latencyMet?': flag, 'availabilityMet?': flag };

const PART_MEMBERS = {
  producer: text('Producer that pushed it; service: the newest run of this catalog'),
  timestamp: instant('Of the push, in epoch ms'),
  contractExecutionStatus: oneOf(['Success', 'Failed', 'PartialSuccess', 'Aborted']),
  'result?': text('Message of the producer'),
  'schemaValidation?': component('PartCounts', COUNTS, 'Counts of a part'),
  'semanticsValidation?': component('PartCounts', COUNTS, 'Counts of a part'),
  'qualityValidation?': component('PartQuality', QUALITY_COUNTS, 'Test cases of a part'),
  'slaValidation?': component('PartSla', TARGETS_MET, 'Targets of the SLA that a part judged'),
  'executionTime?': { type: 'integer', minimum: 0, description: 'Milliseconds' },
};

const RESULT_PART = component('ResultPart', PART_MEMBERS, 'The part of one producer in a result of several');

/** The answer of a deletion: the producer's part, which counts no more. */
export const DELETED_PART_SCHEMA = component(
  'DeletedResultPart',
  { dataContractFQN: text(), ...PART_MEMBERS },
  'The newest push of a producer',
);

const LEARNED_FINDING = component(
  'LearnedFinding',
  {
    state: oneOf(['learning', 'usual', 'unusual']),
    'value?': number,
    'timestamp?': instant('Epoch ms'),
    'low?': { type: 'number', description: 'Lower bound of usual values' },
    'high?': { type: 'number', description: 'Upper bound of usual values' },
    'score?': { type: 'number', description: 'Distance from the expected value, in spreads' },
  },
  'The newest value compared with its past: rows, or seconds since the last refresh',
);

const PROMISE_COUNTS = component(
  'PromiseCounts',
  {
    stated: count,
    judged: { ...count, description: 'Counts of met, broken and blocked ones' },
    ...{ held: count, broken: count },
    blocked: { ...count, description: 'The source could not be asked' },
    notEvaluated: count,
    by: component(
      'PromiseWitnesses',
      Object.fromEntries(['engine', 'data', 'evidence', 'declaration', 'catalog'].map((witness) => [witness, count])),
      'Counts of met and broken ones, by source',
    ),
  },
  'All promises of the contract: stated = judged + notEvaluated',
);

const NOT_EVALUATED = component('NotEvaluatedPromise', {
  promise: text('Its path'),
  reason: oneOf(NOT_EVALUATED_REASONS),
  message: text(),
});

const RESULT_DETAILS = component(
  'ResultDetails',
  {
    'schemaValidation?': foundOrPushed(
      REASONS,
      pushedMessage('PushedSchemaDetails', 'Pushed outcome of the schema', {
        'duplicateFields?': texts('Columns that are there more than once'),
        'typeMismatchFields?': texts('Columns of another type than expected'),
      }),
      'Why columns fail. Of a run of the service a list in the order of failedFields, of a pushed result an object',
    ),
    'schemaNotes?': {
      ...REASONS,
      description: 'Passing columns whose type has another name in the source of the asset',
    },
    'semanticsValidation?': pushedMessage('PushedSemanticsDetails', 'Pushed outcome of the semantics'),
    'qualityValidation?': foundOrPushed(
      REASONS,
      pushedMessage('PushedQualityDetails', 'Pushed outcome of the quality'),
      'Why test cases fail. Of a run of the service a list, of a pushed result an object',
    ),
    'qualityWarnings?': { ...REASONS, description: 'Test cases that fail and are not counted' },
    'slaValidation?': SLA_DETAILS,
    'learned?': component(
      'LearnedFindings',
      { 'freshness?': LEARNED_FINDING, 'volume?': LEARNED_FINDING },
      'Learned expectations that the contract requires of its asset',
    ),
    'message?': text('Message of the pipeline about the whole result'),
    'incidentId?': text('Incident that the pipeline names'),
    'parts?': list(RESULT_PART, 'The parts of the result, by producer'),
    'reason?': text('Code of the reason why a run was aborted, such as cancelled or sourceUnreachable'),
    'readFrom?': oneOf(['source', 'stored'], 'Whether the source was to be read, or stored evidence was used'),
    'data?': READING,
    'promises?': PROMISE_COUNTS,
    'notEvaluated?': list(NOT_EVALUATED, 'Promises that are not evaluated, the first 200 in the order of the contract'),
    'schemaAsOf?': instant('Time at which the checked columns were read, if the source could not be read; epoch ms'),
  },
  'Reasons by dimension, and evidence',
);

const FAILED_RULE = component('FailedRule', { ruleName: text(), 'reason?': text() }, 'A rule that is not met');

/** A result as it is answered. `fields` of the request says which of the members at the end are there. */
export const RESULT_SCHEMA = component(
  'DataContractResult',
  {
    id: uuid,
    dataContractFQN: text(),
    timestamp: instant('Epoch ms'),
    contractExecutionStatus: oneOf(EXECUTION_STATUSES),
    'result?': text('A sentence that names the failures'),
    'schemaValidation?': component('SchemaValidation', { ...COUNTS, failedFields: texts() }, 'Columns'),
    'semanticsValidation?': component('SemanticsValidation', { ...COUNTS, failedRules: list(FAILED_RULE) }, 'Rules'),
    'qualityValidation?': component('QualityValidation', QUALITY_COUNTS, 'Test cases'),
    'slaValidation?': component('SlaValidation', TARGETS_MET, 'Targets of the SLA that the contract has'),
    'executionTime?': { type: 'integer', minimum: 0, description: 'Milliseconds' },
    'details?': RESULT_DETAILS,
    'trigger?': oneOf([...RUN_TRIGGERS, 'api'], 'Trigger of the run; api: the result was pushed'),
    'requestedBy?': text(
      'User who requested the run, saved its schedule, changed the columns or pushed the result; absent for results stored before this was recorded',
    ),
    'producer?': text('Producer, if several push results; service: a run of this catalog'),
    'notEvaluated?': texts(
      'Promises that are not evaluated: rules by their names, others by their paths; the first 200',
    ),
    'contractVersion?': { type: 'number', description: 'Version of the contract that was validated' },
    'attempts?': { ...count, description: 'Number of attempts' },
    'omitted?': {
      type: 'object',
      additionalProperties: count,
      description: 'With fields=reasons: by dimension, how many reasons were left out',
    },
  },
  'The result of one validation. details, trigger, requestedBy, producer, notEvaluated, contractVersion and attempts come with fields=details',
);
