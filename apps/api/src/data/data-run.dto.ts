import {
  DATA_RUN_KINDS,
  DATA_RUN_STATUSES,
  MOST_CHECKS,
  type DataRunKind,
  type DataRunQuery,
  type DataRunStatus,
  type AskedChecks,
  type AskedProfile,
  type NamedTestCase,
} from '@app/data';
import {
  AfterProperty,
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  ListProperty,
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

  @EpochProperty('Runs that were asked for from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Runs that were asked for up to then, in epoch ms.')
  endTs?: number;

  @IntegerProperty({ description: 'Runs at most; 0: the total alone.', min: 0, max: MOST_RUNS })
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

  @TextProperty({ description: 'In place of id' })
  fullyQualifiedName?: string;

  @TextProperty({ description: 'Without effect here' })
  name?: string;
}

/** Which test cases of a table are computed. */
export class TableCheckRequest implements AskedChecks {
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

/** Measurements that are asked for. */
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
