import { AUDIT_OPERATIONS, AUDIT_OUTCOMES, MOST_AUDIT_RECORDS, type AuditOutcome } from '@app/events';
import {
  AfterProperty,
  BeforeProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  TextProperty,
} from '../http/input';

/** Which records are exported. */
export class AuditFilterQuery {
  @TextProperty({ description: 'Who did it, or was refused.', example: 'admin' })
  userName?: string;

  @TextProperty({ description: 'A type of entity; of refusals any resource.', example: 'table' })
  entityType?: string;

  @TextProperty({ description: 'Id or FQN of the entity.', example: 'shop.db.public.orders' })
  entity?: string;

  @TextProperty({
    description: `What was done: ${AUDIT_OPERATIONS.join(', ')}. For a refusal it is the operation, such as EditAll.`,
    example: 'entityUpdated',
  })
  operation?: string;

  @ChoiceProperty({ description: 'done, or refused.', of: AUDIT_OUTCOMES })
  outcome?: AuditOutcome;

  @TextProperty({ description: 'X-Request-Id of the request.' })
  requestId?: string;

  @EpochProperty('From then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Up to then, in epoch ms.')
  endTs?: number;
}

/** Which records are exported, and how. */
export class AuditExportQuery extends AuditFilterQuery {
  @ChoiceProperty({ description: 'The form of the answer.', of: ['ndjson', 'csv'] })
  format: 'ndjson' | 'csv' = 'ndjson';
}

/** Which records are listed. */
export class AuditListQuery extends AuditFilterQuery {
  @ChoiceProperty({ description: 'desc: newest first; asc: oldest first.', of: ['asc', 'desc'] })
  order: 'asc' | 'desc' = 'desc';

  @IntegerProperty({ description: 'Maximum number of records.', min: 1, max: MOST_AUDIT_RECORDS })
  limit = 50;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}
