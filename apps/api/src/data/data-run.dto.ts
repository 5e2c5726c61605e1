import {
  DATA_RUN_KINDS,
  DATA_RUN_STATUSES,
  MOST_CHECKS,
  MOST_TRIED,
  type DataRunKind,
  type DataRunQuery,
  type DataRunStatus,
  type DataScheduleQuery,
  type AskedChecks,
  type AskedProfile,
  type NamedTestCase,
  type TriedCheck,
} from '@app/data';
import {
  AfterProperty,
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  ListProperty,
  OpenObjectProperty,
  ObjectProperty,
  SchemaProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';
import { ValidationSchedule } from '../runs/run.dto';
import { DataLimits } from './data-access.dto';

const MOST_RUNS = 1_000;

/** Which data runs are asked for. */
export class DataRunListQuery implements DataRunQuery {
  @TextProperty({ description: 'A database service, by id or FQN.', example: 'shop_postgres' })
  service?: string;

  @TextProperty({ description: 'A table, by id or FQN.' })
  asset?: string;

  @ChoiceProperty({ of: DATA_RUN_KINDS })
  kind?: DataRunKind;

  @ChoiceProperty({ of: DATA_RUN_STATUSES })
  status?: DataRunStatus;

  @EpochProperty('Earliest time of request, inclusive, in epoch ms.')
  startTs?: number;

  @EpochProperty('Latest time of request, inclusive, in epoch ms.')
  endTs?: number;

  @IntegerProperty({ description: 'Maximum number of runs; 0: only the total.', min: 0, max: MOST_RUNS })
  limit = 10;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}

class CheckedTestCaseReference implements NamedTestCase {
  @ChoiceProperty({ of: ['testCase'] })
  type?: 'testCase';

  @UuidProperty<CheckedTestCaseReference>({
    further: (id, { fullyQualifiedName }) =>
      id === undefined && fullyQualifiedName === undefined ? 'is required, or fullyQualifiedName' : undefined,
  })
  id?: string;

  @TextProperty({ description: 'Instead of id' })
  fullyQualifiedName?: string;

  @TextProperty({ description: 'Without effect here' })
  name?: string;
}

/** A check that is tried and not stored. */
class TriedCheckDto implements TriedCheck {
  @TextProperty({
    required: true,
    min: 1,
    example: 'columnValuesToBeUnique',
    description: 'A test definition that the service computes',
  })
  definition!: string;

  @TextProperty({ min: 1, example: 'email', description: 'Path of the column; absent: the whole table' })
  column?: string;

  @OpenObjectProperty({ description: 'Parameters by name: texts, numbers or booleans' })
  parameters?: Record<string, unknown>;
}

/** Which test cases of a table are computed. */
export class TableCheckRequest implements AskedChecks {
  @ListProperty({
    ...{ of: TriedCheckDto, min: 1, max: MOST_TRIED },
    description: 'Checks to try instead of test cases, with `dryRun: true`; needs EditTests as well',
  })
  definitions?: TriedCheckDto[];

  @BooleanProperty({
    description:
      'Nothing is stored but the record of the run, for an hour; beside `definitions` alone, and then required',
  })
  dryRun = false;

  @ListProperty({
    of: CheckedTestCaseReference,
    min: 1,
    max: MOST_CHECKS,
    description: 'Test cases of the table, by id or FQN; absent: all that the service can compute',
  })
  testCases?: CheckedTestCaseReference[];

  @BooleanProperty({ description: 'Whether the table is profiled in the same reading' })
  profile = false;
}

/** When the test cases of a table are computed. */
export class TableCheckSchedule extends ValidationSchedule {
  @BooleanProperty({ description: 'Whether each run profiles the table, too' })
  profile = false;
}

export class DataScheduleListQuery implements DataScheduleQuery {
  @TextProperty<DataScheduleListQuery>({
    description: 'A database service, by id or FQN: the schedule of its crawls.',
    example: 'shop_postgres',
    further: (service, { asset }) =>
      (service === undefined) === (asset === undefined) ? 'send exactly one of service and asset' : undefined,
  })
  service?: string;

  @TextProperty({ description: 'A table, by id or FQN: the schedule of its checks.' })
  asset?: string;
}

export class TableProfileRequest implements AskedProfile {
  @BooleanProperty({ description: 'Median and quartiles of numbers, too' })
  quantiles = false;
}

export class UnstoredConnectionTest {
  @TextProperty({ required: true, max: 256, description: 'As of a database service' })
  serviceType!: string;

  @SchemaProperty({
    required: true,
    schema: { type: 'object', maxBytes: 64 * 1024 } as never,
    description: 'As of a database service: `{"config": {…}}`',
  })
  connection!: Record<string, unknown>;

  @ObjectProperty({ of: DataLimits })
  limits?: DataLimits;
}
