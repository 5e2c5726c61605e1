import {
  INCIDENT_ACTIONS,
  INCIDENT_LISTS,
  INCIDENT_SEVERITIES,
  type IncidentAction,
  type IncidentListRequest,
  type IncidentSeverity,
  memberFaults,
  type NamedReference,
  type Resolution,
  RESOLUTIONS,
  type SentAction,
  type SentIncident,
} from '@app/governance';
import {
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  InstantProperty,
  RowsQuery,
  TextProperty,
  UuidProperty,
} from '../../http/input';
import { ReferenceProperty } from '../reference.input';

const LONGEST_TEXT = 4_000;
const LONGEST_NAME = 3_072;

/** An incident that somebody opens. */
export class ContractIncidentDto implements SentIncident {
  @TextProperty({ required: true, max: LONGEST_TEXT, description: 'What is wrong' })
  comment!: string;

  @ChoiceProperty({ of: INCIDENT_SEVERITIES })
  severity?: IncidentSeverity;
}

/** An action on an incident. */
export class IncidentActionDto implements SentAction<NamedReference> {
  @ChoiceProperty<IncidentActionDto>({
    required: true,
    of: INCIDENT_ACTIONS,
    description:
      'assign takes `assignee`; snooze `until`; mute `until` and `reason`; resolve `resolution` and `comment`; comment `comment`, which each other one may have',
    further: (_, sent) => {
      const faults = memberFaults(sent);
      return faults.length ? faults.map(({ field, message }) => `${field} ${message}`).join('; ') : undefined;
    },
  })
  action!: IncidentAction;

  @ReferenceProperty({ of: ['user', 'team'], description: 'No bot, and one that may view the contract' })
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

  @UuidProperty({ description: 'Only those that follow from the incident with this id.' })
  cause?: string;

  @EpochProperty('Only those opened then or later, in epoch ms.')
  startTs?: number;

  @EpochProperty('Only those opened then or earlier, in epoch ms.')
  endTs?: number;
}
