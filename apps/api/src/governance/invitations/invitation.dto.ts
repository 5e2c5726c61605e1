import type { SentInvitation } from '@app/agreements';
import type { NamedReference } from '@app/catalog';
import { TextProperty } from '../../http/input';
import { ReferenceProperty } from '../reference.input';

/** Characters of a message, and of a reason. */
const LONGEST_MESSAGE = 500;

export class ContractInvitationDto implements SentInvitation {
  @ReferenceProperty({ required: true, of: ['user', 'team'], description: 'The invited' })
  party!: NamedReference;

  @TextProperty({ max: LONGEST_MESSAGE, description: 'Message' })
  message?: string;
}

/** Why somebody does not rely on a contract. */
export class DeclinedInvitationDto {
  @TextProperty({ max: LONGEST_MESSAGE, description: 'Reason, for who invited' })
  reason?: string;
}
