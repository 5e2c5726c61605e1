import type { NamedReference } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import type { SuggestionRequest } from '@app/suggestions';
import { ReferenceProperty } from '../governance/reference.input';
import { InstantProperty, IntegerProperty } from '../http/input';

/** Days of profiles and refreshes that are read by default, and at most: a year and a leap day. */
const [USUAL_DAYS, MOST_DAYS] = [90, 366];

/** The asset whose contract is suggested. */
export class SuggestionDto implements SuggestionRequest {
  @ReferenceProperty({ required: true, of: CONTRACT_SUBJECTS, description: 'The asset' })
  entity!: NamedReference;

  @InstantProperty({ description: 'End of the observed period, in epoch milliseconds. Absent: now' })
  at?: number;

  @IntegerProperty({ min: 1, max: MOST_DAYS, description: 'Days of profiles and refreshes that are compared' })
  days = USUAL_DAYS;
}
