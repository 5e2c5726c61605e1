import { shape } from '@app/catalog';
import {
  EXECUTION_STATUSES,
  MAX_SERIES_LIMIT,
  OBSERVATION_KINDS,
  OWN_SOURCE,
  PIPELINE_STATES,
  PROFILE_OPERATIONS,
  TEST_CASE_STATUSES,
  type ColumnProfile,
  type ObservationKind,
  type SentObservation,
  type SentPipelineStatus,
  type SentTableProfile,
  type SentTestResult,
  type SystemProfile,
  type TestCaseStatus,
} from '@app/quality';
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
  OpenObjectProperty,
  SchemaProperty,
  TextProperty,
  UuidProperty,
  uuidRule,
} from '../http/input';

/** Query parameters shared by all lists of evidence. */
export class EvidenceListQuery {
  @IntegerProperty({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MAX_SERIES_LIMIT,
  })
  limit = MAX_SERIES_LIMIT;

  @EpochProperty('Entries from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Entries up to then, in epoch ms.')
  endTs?: number;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}

/** Bytes of JSON of what is shown with the entity that it speaks of. */
const MOST_BYTES = 64 * 1024;
const LONGEST_TEXT = 64 * 1024;
/** Observations of one request, as many as of other bulk writes. */
export const MOST_OBSERVATIONS = 10_000;
const MOST_COLUMNS = 10_000;
const MOST_VALUES = 1_000;

const Text = TextProperty({ min: 0, max: LONGEST_TEXT });
const Count = IntegerProperty({ min: 0, max: Number.MAX_SAFE_INTEGER });
const Amount = NumberProperty({ min: 0 });
const Metrics = SchemaProperty({
  schema: shape.array(shape.closed({ name: shape.text, value: shape.number }), MOST_VALUES),
});
const OpenObjects = SchemaProperty({ schema: shape.array(shape.openObject, MOST_VALUES) });

/** Something that was seen of an asset's data at an instant. */
export class Observation implements SentObservation {
  @InstantProperty({ required: true })
  timestamp!: number;

  @ChoiceProperty({ required: true, of: OBSERVATION_KINDS })
  kind!: ObservationKind;

  @InstantProperty<Observation>({
    description: 'Of an arrival: how new its newest data is, in epoch milliseconds',
    further: (at, { kind }) =>
      at !== undefined && kind !== 'arrival' ? `is for the kind arrival, not ${kind}` : undefined,
  })
  dataTimestamp?: number;

  @BooleanProperty<Observation>({
    description: 'Of availability: whether it was there',
    further: (available, { kind }) =>
      kind === 'availability' && available === undefined
        ? 'is required for the kind availability'
        : kind !== 'availability' && available !== undefined
          ? `is for the kind availability, not ${kind}`
          : undefined,
  })
  available?: boolean;

  // A part of the key: with four bytes a character it stays below the 2,704 bytes of an index row.
  @TextProperty({
    min: 0,
    max: 256,
    further: (source) =>
      String(source).startsWith(OWN_SOURCE)
        ? `must not begin with ${OWN_SOURCE}, which is for evidence of the catalog's own`
        : undefined,
  })
  source?: string;
}

class TestResultValue {
  @Text
  name?: string;

  @Text
  value?: string;

  @Text
  predictedValue?: string;
}

/** A result of a test case. What names the test case is taken from clients that send back what they read, and ignored. */
export class TestCaseResult implements SentTestResult {
  static readonly maxBytes = MOST_BYTES;

  @Text
  id?: string;

  @Text
  fqn?: string;

  @Text
  testCaseFQN?: string;

  @OpenObjectProperty({})
  testCase?: object;

  @OpenObjectProperty({})
  testDefinition?: object;

  @InstantProperty({ required: true })
  timestamp!: number;

  @ChoiceProperty({ required: true, of: TEST_CASE_STATUSES })
  testCaseStatus!: TestCaseStatus;

  @Text
  result?: string;

  @Text
  sampleData?: string;

  @ListProperty({ of: TestResultValue, max: MOST_VALUES })
  testResultValue?: TestResultValue[];

  @Count
  passedRows?: number;

  @Count
  failedRows?: number;

  @NumberProperty({ min: 0, max: 100 })
  passedRowsPercentage?: number;

  @NumberProperty({ min: 0, max: 100 })
  failedRowsPercentage?: number;

  @UuidProperty({})
  incidentId?: string;

  @NumberProperty({})
  maxBound?: number;

  @NumberProperty({})
  minBound?: number;

  @OpenObjects
  dimensionResults?: object[];
}

/** Test cases at most of one request. */
const MOST_TEST_CASES = 1_000;

export class LogicalTestCases {
  @UuidProperty({ required: true })
  testSuiteId!: string;

  @ListProperty({ required: true, of: uuidRule(), max: MOST_TEST_CASES })
  testCaseIds!: string[];
}

export class TestSummaryQuery {
  @UuidProperty({ required: true, description: 'The suite' })
  testSuiteId!: string;
}

/** How a run of a pipeline stands or ended. */
export class PipelineStatus implements SentPipelineStatus {
  static readonly maxBytes = MOST_BYTES;

  @Text
  runId?: string;

  @ChoiceProperty<PipelineStatus>({
    of: PIPELINE_STATES,
    further: (state, { executionStatus }) =>
      (state === undefined) === (executionStatus === undefined)
        ? `is required, or executionStatus in its place: one of ${PIPELINE_STATES.join(', ')}`
        : undefined,
  })
  pipelineState?: string;

  @ChoiceProperty({ of: EXECUTION_STATUSES })
  executionStatus?: string;

  @InstantProperty({})
  startDate?: number;

  @InstantProperty<PipelineStatus>({
    description: 'Epoch milliseconds; default: endDate, else startDate',
    further: (timestamp, { endDate, startDate }) =>
      (timestamp ?? endDate ?? startDate) === undefined
        ? 'is required, or endDate or startDate in its place'
        : undefined,
  })
  timestamp?: number;

  @InstantProperty<PipelineStatus>({
    further: (end, { startDate }) =>
      startDate !== undefined && Number(end) < startDate
        ? `is ${Number(end)}, which is before startDate (${startDate})`
        : undefined,
  })
  endDate?: number;

  @OpenObjects
  status?: object[];

  @OpenObjects
  taskStatus?: object[];

  @OpenObjectProperty({})
  config?: object;

  @OpenObjectProperty({})
  metadata?: object;
}

export class TableProfile {
  static readonly maxBytes = MOST_BYTES;

  @InstantProperty({ required: true })
  timestamp!: number;

  @NumberProperty({})
  profileSample?: number;

  @ChoiceProperty({ of: ['PERCENTAGE', 'ROWS'] })
  profileSampleType?: string;

  @ChoiceProperty({ of: ['BERNOULLI', 'SYSTEM'] })
  samplingMethodType?: string;

  @Amount
  columnCount?: number;

  @NumberProperty({ min: -1, description: 'As the database counts or estimates it; -1: it has no estimate yet' })
  rowCount?: number;

  @Amount
  sizeInByte?: number;

  @Text
  createDateTime?: string;

  @Metrics
  customMetrics?: object[];
}

class ColumnProfileDto {
  static readonly maxBytes = MOST_BYTES;

  @TextProperty({ required: true, min: 0, max: LONGEST_TEXT })
  name!: string;

  @InstantProperty({ required: true })
  timestamp!: number;

  @SchemaProperty({ schema: {} })
  min?: unknown;

  @SchemaProperty({ schema: {} })
  max?: unknown;

  @OpenObjectProperty({})
  histogram?: object;

  @Metrics
  customMetrics?: object[];

  @OpenObjectProperty({})
  cardinalityDistribution?: object;
}

const COLUMN_NUMBERS = [
  ...['valuesCount', 'valuesPercentage', 'validCount', 'duplicateCount', 'nullCount', 'nullProportion'],
  ...['missingPercentage', 'missingCount', 'uniqueCount', 'uniqueProportion', 'distinctCount', 'distinctProportion'],
  ...['minLength', 'maxLength', 'mean', 'sum', 'stddev', 'variance', 'median', 'firstQuartile', 'thirdQuartile'],
  ...['interQuartileRange', 'nonParametricSkew'],
];
for (const name of COLUMN_NUMBERS) NumberProperty({})(ColumnProfileDto.prototype, name);

class SystemProfileDto {
  static readonly maxBytes = MOST_BYTES;

  @InstantProperty({ required: true })
  timestamp!: number;

  @ChoiceProperty({ required: true, of: PROFILE_OPERATIONS })
  operation!: SystemProfile['operation'];

  @Amount
  rowsAffected?: number;
}

/** A profile of a table, of its columns, and of the writes to it. */
export class CreateTableProfile implements SentTableProfile {
  @ObjectProperty({ required: true, of: TableProfile })
  tableProfile!: TableProfile;

  @ListProperty<CreateTableProfile>({
    of: ColumnProfileDto,
    max: MOST_COLUMNS,
    further: (profiles, _, report) => {
      const first = new Map<string, number>();
      for (const [at, { name }] of ((profiles ?? []) as ColumnProfile[]).entries()) {
        const other = first.get(name);
        if (other === undefined) first.set(name, at);
        else if (!report.isFull)
          report.fault(`"${name}" has a profile already, in columnProfile[${other}]`, at, 'name');
      }
      return undefined;
    },
  })
  columnProfile?: (ColumnProfileDto & Readonly<Record<string, unknown>>)[];

  @ListProperty({ of: SystemProfileDto, max: 10_000 })
  systemProfile?: (SystemProfileDto & Readonly<Record<string, unknown>>)[];
}
