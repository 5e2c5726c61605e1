import type { NamedReference } from '@app/governance';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import type { SuggestionRequest } from '@app/suggestions';
import { ReferenceProperty } from '../governance/reference.input';
import { InstantProperty, IntegerProperty } from '../http/input';

/** Days of profiles and refreshes that are looked at where nobody says how many, and at most: a year and a leap day. */
const [USUAL_DAYS, MOST_DAYS] = [90, 366];

/** The asset whose contract is suggested. */
export class SuggestionDto implements SuggestionRequest {
  @ReferenceProperty({ required: true, of: CONTRACT_SUBJECTS, description: 'The asset' })
  entity!: NamedReference;

  @InstantProperty({ description: 'Evidence after it, in epoch milliseconds, is not seen. Absent: now' })
  at?: number;

  @IntegerProperty({ min: 1, max: MOST_DAYS, description: 'How many days of profiles and refreshes are looked at' })
  days = USUAL_DAYS;
}
