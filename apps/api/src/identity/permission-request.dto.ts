import {
  entityTypes,
  REQUESTED_OPERATIONS,
  type NamedReference,
  type PermissionRequestList,
  type SentDecision,
  type SentPermissionRequest,
} from '@app/catalog';
import type { Operation } from '@app/common';
import { ReferenceProperty } from '../governance/reference.input';
import { LONGEST_COMMENT } from '../governance/review.dto';
import { BooleanProperty, ChoiceProperty, RowsQuery, TextProperty } from '../http/input';

const LONGEST_REASON = 500;

export class PermissionRequestDto implements SentPermissionRequest {
  @ReferenceProperty({ required: true, of: entityTypes.names(), description: 'The entity, which the caller can view' })
  resource!: NamedReference;

  @ChoiceProperty({ required: true, of: REQUESTED_OPERATIONS, description: 'The operation that the caller needs' })
  operation!: Operation;

  @TextProperty({ required: true, max: LONGEST_REASON, description: 'Purpose, for who decides' })
  reason!: string;
}

export class PermissionDecisionDto implements SentDecision {
  @ChoiceProperty({ required: true, of: ['grant', 'refuse'], description: 'The decision' })
  decision!: 'grant' | 'refuse';

  @TextProperty({
    max: LONGEST_COMMENT,
    description: 'What was changed, or the reason of a refusal, for which it is required',
  })
  comment?: string;
}

export class PermissionRequestListQuery extends RowsQuery implements PermissionRequestList {
  @BooleanProperty({ description: 'Only those that the caller sent.' })
  mine = false;

  @BooleanProperty({ description: 'Only open ones that the caller may decide.' })
  waiting = false;
}
