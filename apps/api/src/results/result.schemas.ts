import { EXECUTION_STATUSES } from '@app/results';
import { RUN_TRIGGERS } from '@app/validation';

/** Each schema with a title becomes a component of the API document, which generated clients name their models after. */
const titled = (
  title: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  ...required: string[]
) => ({
  title,
  type: 'object',
  description,
  ...(required.length > 0 && { required }),
  properties,
});

const text = (description?: string) => ({ type: 'string', ...(description && { description }) });
const texts = (description?: string) => ({
  type: 'array',
  items: { type: 'string' },
  ...(description && { description }),
});
const count = { type: 'integer', minimum: 0 };
const instant = (description: string) => ({ type: 'integer', format: 'int64', description });
const COUNTS = { passed: count, failed: count, total: count };
const FLAG = { type: 'boolean' };

/** One of two named schemas: what a run of the service found, or what a pipeline pushed. */
const foundOrPushed = (found: object, pushed: object, description: string) => ({ description, oneOf: [found, pushed] });

const REASONS = {
  type: 'array',
  items: titled(
    'FieldReason',
    'Why a column, a test case or a target fails',
    { field: text('Path of a column, or FQN of a test case'), message: text() },
    'field',
    'message',
  ),
};

const pushedMessage = (title: string, what: string, more: Readonly<Record<string, object>> = {}) =>
  titled(title, what, { message: text('What the pipeline says of the dimension'), ...more });

const SLA_EVIDENCE = titled(
  'SlaEvidence',
  'Evidence that an SLA target was judged by',
  {
    target: { type: 'string', enum: ['refreshFrequency', 'maxLatency', 'availability', 'availabilityTime'] },
    kind: { type: 'string', enum: ['refresh', 'arrival', 'availability'] },
    timestamp: instant('Of the newest evidence, in epoch ms'),
    source: text('Such as lifeCycle, profile or the source of an observation'),
    observations: { ...count, description: 'Counted observations of the availability' },
  },
  'target',
  'kind',
  'timestamp',
);

const SLA_DETAILS = titled('SlaDetails', 'What the SLA was judged by; a pushed result has message and actualLatency', {
  notes: texts('A sentence for each target that is not met'),
  lastRefreshedAt: instant('Epoch ms'),
  actualLatency: { type: 'integer', description: 'Milliseconds' },
  actualAvailability: { type: 'number', description: 'Percent' },
  evidence: { type: 'array', items: SLA_EVIDENCE },
  blocked: {
    type: 'array',
    items: { type: 'string', enum: ['refreshFrequencyMet', 'latencyMet', 'availabilityMet'] },
    description: 'Targets that are not met only since the source could not be read',
  },
  blockedBy: text('Why it could not be read, such as sourceUnreachable'),
  message: text('What the pipeline says of the dimension'),
});

/** The reading of a validation's source. */
const READING = titled(
  'ResultReading',
  'The reading of the source that the result rests on',
  {
    runId: { type: 'string', format: 'uuid', description: 'Of the data run' },
    readAt: instant('Epoch ms by the clock of the source; absent where it was not reached'),
    statements: { ...count, description: 'Sent for the checks' },
    executionTime: { type: 'integer', minimum: 0, description: 'Milliseconds' },
  },
  'runId',
  'statements',
);

/** The counts of a result, and of one producer's part in it. */
const QUALITY_COUNTS = { ...COUNTS, qualityScore: { type: 'number', minimum: 0, maximum: 100 } };
const TARGETS_MET = { refreshFrequencyMet: FLAG, latencyMet: FLAG, availabilityMet: FLAG };

const PART_MEMBERS = {
  producer: text('Who pushed it; service: the newest run of this service'),
  timestamp: instant('Of the push, in epoch ms'),
  contractExecutionStatus: { type: 'string', enum: ['Success', 'Failed', 'PartialSuccess', 'Aborted'] },
  result: text('What the producer says'),
  schemaValidation: titled('PartCounts', 'Counts of a part', COUNTS),
  semanticsValidation: titled('PartCounts', 'Counts of a part', COUNTS),
  qualityValidation: titled('PartQuality', 'Test cases of a part', QUALITY_COUNTS),
  slaValidation: titled('PartSla', 'Targets of the SLA that a part judged', TARGETS_MET),
  executionTime: { type: 'integer', minimum: 0, description: 'Milliseconds' },
};
const PART_REQUIRED = ['producer', 'timestamp', 'contractExecutionStatus'] as const;

const RESULT_PART = titled(
  'ResultPart',
  'What one producer says in a result that adds up several',
  PART_MEMBERS,
  ...PART_REQUIRED,
);

/** The answer of a deletion: the producer's part, which counts no more. */
export const DELETED_PART_SCHEMA = titled(
  'DeletedResultPart',
  'What the newest push of a producer said',
  { dataContractFQN: text(), ...PART_MEMBERS },
  ...['dataContractFQN', ...PART_REQUIRED],
);

const LEARNED_FINDING = titled(
  'LearnedFinding',
  'How the newest value looked beside its past: rows, or seconds since the last refresh',
  {
    state: { type: 'string', enum: ['learning', 'usual', 'unusual'] },
    value: { type: 'number' },
    timestamp: instant('Epoch ms'),
    low: { type: 'number', description: 'From here it is usual' },
    high: { type: 'number', description: 'Up to here it is usual' },
    score: { type: 'number', description: 'Distance from what is expected, in spreads' },
  },
  'state',
);

const RESULT_DETAILS = titled('ResultDetails', 'Reasons by dimension, and evidence', {
  schemaValidation: foundOrPushed(
    REASONS,
    pushedMessage('PushedSchemaDetails', 'What a pipeline pushed of the schema', {
      duplicateFields: texts('Columns that are there more than once'),
      typeMismatchFields: texts('Columns of another type than expected'),
    }),
    'Why columns fail. Of a run of the service a list in the order of failedFields, of a pushed result an object',
  ),
  schemaNotes: {
    ...REASONS,
    description: 'How columns that pass keep a type that the source of the asset writes in another word',
  },
  semanticsValidation: pushedMessage('PushedSemanticsDetails', 'What a pipeline pushed of the semantics'),
  qualityValidation: foundOrPushed(
    REASONS,
    pushedMessage('PushedQualityDetails', 'What a pipeline pushed of the quality'),
    'Why test cases fail. Of a run of the service a list, of a pushed result an object',
  ),
  qualityWarnings: { ...REASONS, description: 'Test cases that fail and are not counted' },
  slaValidation: SLA_DETAILS,
  learned: titled('LearnedFindings', 'What the contract wants judged by the past of its asset', {
    freshness: LEARNED_FINDING,
    volume: LEARNED_FINDING,
  }),
  message: text('What the pipeline says of the whole result'),
  incidentId: text('Incident that the pipeline names'),
  parts: { type: 'array', items: RESULT_PART, description: 'What the result adds up, by producer' },
  reason: text('Code of the reason why a run was aborted, such as cancelled or sourceUnreachable'),
  readFrom: {
    type: 'string',
    enum: ['source', 'stored'],
    description: 'Whether the source was to be read for it, or what was stored counts',
  },
  data: READING,
  schemaAsOf: instant('When the columns were seen that were judged, where the source could not be read; epoch ms'),
});

const FAILED_RULE = titled('FailedRule', 'A rule that is not met', { ruleName: text(), reason: text() }, 'ruleName');

/** A result as it is answered. `fields` of the request says which of the members at the end are there. */
export const RESULT_SCHEMA = titled(
  'DataContractResult',
  'The result of one validation. details, trigger, producer, notEvaluated, contractVersion and attempts come with fields=details',
  {
    id: { type: 'string', format: 'uuid' },
    dataContractFQN: text(),
    timestamp: instant('Epoch ms'),
    contractExecutionStatus: { type: 'string', enum: [...EXECUTION_STATUSES] },
    result: text('A sentence that names what failed'),
    schemaValidation: titled('SchemaValidation', 'Columns', { ...COUNTS, failedFields: texts() }, 'failedFields'),
    semanticsValidation: titled(
      'SemanticsValidation',
      'Rules',
      { ...COUNTS, failedRules: { type: 'array', items: FAILED_RULE } },
      'failedRules',
    ),
    qualityValidation: titled('QualityValidation', 'Test cases', QUALITY_COUNTS),
    slaValidation: titled('SlaValidation', 'Targets of the SLA that the contract has', TARGETS_MET),
    executionTime: { type: 'integer', minimum: 0, description: 'Milliseconds' },
    details: RESULT_DETAILS,
    trigger: { type: 'string', enum: [...RUN_TRIGGERS, 'api'], description: 'What began the run; api: it was pushed' },
    producer: text('Who pushed it, where it adds up what several producers push; service: a run of this service'),
    notEvaluated: texts('Rules that are texts for people, and quality rules that are not computed'),
    contractVersion: { type: 'number', description: 'Version of the contract that was validated' },
    attempts: { ...count, description: 'How often a worker took the run' },
    omitted: {
      type: 'object',
      additionalProperties: count,
      description: 'With fields=reasons: by dimension, how many reasons were left out',
    },
  },
  'id',
  'dataContractFQN',
  'timestamp',
  'contractExecutionStatus',
);
