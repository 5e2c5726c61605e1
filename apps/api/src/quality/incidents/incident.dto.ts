import { checkOf } from '@app/catalog';
import { isObject } from '@app/common';
import {
  FAILURE_REASONS,
  INCIDENT_STATUSES,
  SEVERITIES,
  SORTS_OF_OPEN_TEST_CASES,
  STATUS_SORTS,
  type FailureReason,
  type IncidentQuery,
  type IncidentStatus,
  type SentIncidentStatus,
  type SentUser,
  type Severity,
  type StatusSort,
} from '@app/incidents';
import { MAX_SERIES_LIMIT } from '@app/quality';
import {
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  ObjectProperty,
  Property,
  SORT_ORDERS,
  TextProperty,
} from '../../http/input';

/** Characters of a FQN at most, as in a path. */
const LONGEST_FQN = 2_060;
const LONGEST_COMMENT = 16_384;

/** A page of statuses: windows of the time at which they were added, and cursors. */
export class IncidentPageQuery {
  @IntegerProperty({ description: 'Statuses at most; 0: the total alone.', min: 0, max: MAX_SERIES_LIMIT })
  limit = 10;

  @BeforeProperty
  before?: string;

  @TextProperty({ description: 'Cursor of the next page, from an answer to the same query.', also: 'offset' })
  after?: string;
}

export class IncidentListQuery extends IncidentPageQuery implements IncidentQuery {
  @BooleanProperty({ description: 'true: only the last status of each incident.' })
  latest?: boolean;

  @BooleanProperty({ description: 'true: only the last status of each incident that is open.' })
  open?: boolean;

  @TextProperty({ max: LONGEST_FQN, description: 'Only those of this test case.' })
  testCaseFQN?: string;

  @TextProperty({ max: LONGEST_FQN, description: 'Only those of test cases of this table and its columns.' })
  originEntityFQN?: string;

  @ChoiceProperty({ of: INCIDENT_STATUSES, description: 'Only those of this kind.' })
  testCaseResolutionStatusType?: IncidentStatus;

  @TextProperty({ max: LONGEST_FQN, description: 'Only those that assign to the user of this name.' })
  assignee?: string;

  @TextProperty({
    max: LONGEST_FQN,
    description: 'Only those of test cases of this owner, by id or FQN; inherited ones count.',
  })
  owner?: string;

  @TextProperty({ max: LONGEST_FQN, description: 'Only those of test cases of tables with this tier, by its FQN.' })
  tier?: string;

  @ChoiceProperty<IncidentListQuery>({
    of: STATUS_SORTS,
    description: 'Sort key. `name` (of the test case) and `status` are allowed with open=true only.',
    further: (sort, { open }) =>
      SORTS_OF_OPEN_TEST_CASES.includes(sort as StatusSort) && open !== true
        ? 'sorts open incidents alone; add open=true'
        : undefined,
  })
  sortBy?: StatusSort;

  @ChoiceProperty({ of: SORT_ORDERS, description: 'Direction of the list; by default desc by `timestamp`, else asc.' })
  sortOrder?: (typeof SORT_ORDERS)[number];

  @EpochProperty('Those that were added from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Those that were added up to then, in epoch ms.')
  endTs?: number;
}

const UserProperty = (description: string): PropertyDecorator =>
  Property(
    { description },
    {
      check: (value, report) => {
        checkOf({ reference: ['user'] })(value, report);
        return value;
      },
      allowed: 'a reference to a user',
      schema: { $ref: '#/components/schemas/EntityReference' },
    },
  );

class IncidentDetails {
  @UserProperty('Of Assigned: to whom')
  assignee?: SentUser;

  @ChoiceProperty({ of: FAILURE_REASONS, description: 'Of Resolved: why the test case failed' })
  testCaseFailureReason?: FailureReason;

  @TextProperty({ min: 0, max: LONGEST_COMMENT, description: 'Of Resolved: what was done' })
  testCaseFailureComment?: string;

  @UserProperty('Of Resolved: by whom; default: the caller')
  resolvedBy?: SentUser;
}

/** Members of the details that a status has, with those that it must have first. */
const DETAILS: Readonly<Record<IncidentStatus, { required: readonly string[]; optional: readonly string[] }>> = {
  New: { required: [], optional: [] },
  Ack: { required: [], optional: [] },
  Assigned: { required: ['assignee'], optional: [] },
  Resolved: { required: ['testCaseFailureReason', 'testCaseFailureComment'], optional: ['resolvedBy'] },
};

/** The next status of the incident of a test case. */
export class IncidentStatusDto implements SentIncidentStatus {
  @ChoiceProperty({ required: true, of: INCIDENT_STATUSES })
  testCaseResolutionStatusType!: IncidentStatus;

  @TextProperty({ required: true, max: LONGEST_FQN, description: 'FQN or id of the test case' })
  testCaseReference!: string;

  @ChoiceProperty({ of: SEVERITIES, description: 'Severity1 is the most severe; default: as it was' })
  severity?: Severity;

  @ObjectProperty<IncidentStatusDto>({
    of: IncidentDetails,
    further: (details, { testCaseResolutionStatusType: status }, report) => {
      if (!INCIDENT_STATUSES.includes(status)) return undefined;
      const { required, optional } = DETAILS[status];
      const given = Object.keys(isObject(details) ? details : {});
      for (const name of required.filter((one) => !given.includes(one)))
        report.fault(`is required for the status ${status}`, name);
      for (const name of given.filter((one) => !required.includes(one) && !optional.includes(one)))
        report.fault(`is not for the status ${status}`, name);
      return undefined;
    },
  })
  testCaseResolutionStatusDetails?: IncidentDetails;
}
