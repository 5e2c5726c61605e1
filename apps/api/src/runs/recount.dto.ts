import { RECOUNT_STATUSES, type RecountQuery, type RecountStatus } from '@app/recounts';
import { AfterProperty, BeforeProperty, ChoiceProperty, IntegerProperty } from '../http/input';
import { component, count, instant, list, oneOf, text, uuid } from '../http/schemas';

const COUNTS = { type: 'object', additionalProperties: count };

export const RECOUNT_SCHEMA = component('Recount', {
  id: uuid,
  status: oneOf(RECOUNT_STATUSES, 'PartialSuccess: a difference could not be repaired'),
  requestedBy: text,
  timestamp: { ...instant, description: 'When it was requested, epoch milliseconds' },
  'startedAt?': instant,
  'endedAt?': instant,
  'executionTime?': { ...count, description: 'Milliseconds' },
  attempts: count,
  'message?': text,
  'reason?': { ...text, description: 'Why it was aborted' },
  'progress?': component(
    'RecountProgress',
    { done: count, total: count, current: text },
    'Rows; `current` is the step',
  ),
  'compared?': { ...COUNTS, description: 'Rows that were compared, by step' },
  'mended?': { ...COUNTS, description: 'Repaired differences, by kind' },
  'left?': list(text, 'Differences that could not be repaired, at most 200, with the reason'),
});

export class RecountListQuery implements RecountQuery {
  @ChoiceProperty({ of: RECOUNT_STATUSES })
  status?: RecountStatus;

  @IntegerProperty({ description: 'Maximum number of recounts; 0: only the total.', min: 0, max: 100 })
  limit = 10;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}
