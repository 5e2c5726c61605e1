import type { NamedReference } from '@app/catalog';
import {
  INCIDENT_ACTIONS,
  INCIDENT_LISTS,
  INCIDENT_SORTS,
  type IncidentAction,
  type IncidentListRequest,
  type IncidentSort,
  memberFaults,
  type Resolution,
  RESOLUTIONS,
  type SentAction,
  type SentIncident,
  SEVERITIES,
  SORTS_OF_OPEN,
  type Severity,
} from '@app/incidents';
import {
  AfterProperty,
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  InstantProperty,
  IntegerProperty,
  RowsQuery,
  SORT_ORDERS,
  TextProperty,
  UuidProperty,
} from '../../http/input';
import { ReferenceProperty } from '../reference.input';

const LONGEST_TEXT = 4_000;
const LONGEST_NAME = 3_072;
/** Events of one answer. */
const MOST_EVENTS = 100;

/** An incident opened by a user. */
export class ContractIncidentDto implements SentIncident {
  @TextProperty({ required: true, max: LONGEST_TEXT, description: 'What is wrong' })
  comment!: string;

  @ChoiceProperty({ of: SEVERITIES })
  severity?: Severity;
}

export class IncidentActionDto implements SentAction<NamedReference> {
  @ChoiceProperty<IncidentActionDto>({
    required: true,
    of: INCIDENT_ACTIONS,
    description:
      'assign takes `assignee`; snooze `until`; mute `until` and `reason`; resolve `resolution` and `comment`; comment `comment`, which is optional for the other actions',
    further: (_, sent) => {
      const faults = memberFaults(sent);
      return faults.length ? faults.map(({ field, message }) => `${field} ${message}`).join('; ') : undefined;
    },
  })
  action!: IncidentAction;

  @ReferenceProperty({ of: ['user', 'team'], description: 'A person who may view the contract' })
  assignee?: NamedReference;

  @InstantProperty({ description: 'In the future, at most 366 days away, in epoch milliseconds' })
  until?: number;

  @TextProperty({ max: LONGEST_TEXT })
  reason?: string;

  @ChoiceProperty({ of: RESOLUTIONS })
  resolution?: Resolution;

  @TextProperty({ max: LONGEST_TEXT })
  comment?: string;
}

/** A page of a history. A comment has up to LONGEST_TEXT characters, so an answer has at most MOST_EVENTS of them. */
export class IncidentHistoryQuery {
  @IntegerProperty({ description: 'Maximum number of events.', min: 1, max: MOST_EVENTS })
  limit = MOST_EVENTS;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}

export class IncidentListQuery extends RowsQuery implements IncidentListRequest {
  @ChoiceProperty({ of: INCIDENT_LISTS })
  status: IncidentListRequest['status'] = 'open';

  @UuidProperty({ description: 'Only those of the contract with this id.' })
  contract?: string;

  @TextProperty({ max: LONGEST_NAME, description: 'Only those of this user or team, by id or name.' })
  assignee?: string;

  @BooleanProperty({ description: 'Only those of the caller and its teams.' })
  mine = false;

  @TextProperty({
    max: LONGEST_NAME,
    description: 'Only those of contracts whose asset is in this domain, by id or FQN; inherited ones count.',
  })
  domain?: string;

  @TextProperty({
    max: LONGEST_NAME,
    description: 'Only those of contracts of this owner, by id or FQN; inherited ones count.',
  })
  owner?: string;

  @TextProperty({
    max: LONGEST_NAME,
    description: 'Filters by the FQN of a tier, set on the contract or on its asset.',
  })
  tier?: string;

  @UuidProperty({ description: 'Only those that follow from the incident with this id.' })
  cause?: string;

  @EpochProperty('Only those opened then or later, in epoch ms.')
  startTs?: number;

  @EpochProperty('Only those opened then or earlier, in epoch ms.')
  endTs?: number;

  @ChoiceProperty<IncidentListQuery>({
    of: INCIDENT_SORTS,
    description:
      'Sort key. `since` (start of the current pass or failure) and `name` (of the contract) are allowed for open incidents only.',
    further: (sort, { status }) =>
      SORTS_OF_OPEN.includes(sort as IncidentSort) && status !== undefined && status !== 'open'
        ? `sorts open incidents alone; got status=${status}`
        : undefined,
  })
  sortBy: IncidentSort = 'opened';

  @ChoiceProperty({ of: SORT_ORDERS, description: 'Direction of the list; by default desc by `opened`, else asc.' })
  sortOrder?: (typeof SORT_ORDERS)[number];
}
