import {
  CONSENTS,
  PROPOSAL_STATES,
  type ProposalListRequest,
  type ProposalRole,
  type ProposalState,
  ROLES,
  type SentConsent,
  type SentProposal,
  type SentProposalReview,
} from '@app/agreements';
import type { NamedReference } from '@app/catalog';
import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  OpenObjectProperty,
  Property,
  RowsQuery,
  ruleOf,
  TextProperty,
} from '../http/input';
import { ReferenceProperty } from './reference.input';
import { LONGEST_COMMENT } from './review.dto';

const MOST_ROUNDS = 2_147_483_647;
const LONGEST_NAME = 3_072;

const Round = IntegerProperty({
  ...{ required: true, min: 0, max: MOST_ROUNDS },
  description: 'Version of the proposal that was reviewed',
});

const PATCH = ruleOf('a JSON Patch', (value) => Array.isArray(value), { type: 'array', items: { type: 'object' } });

/** A change to be proposed: one of document, patch and deletion. */
export class ProposalDto implements SentProposal {
  @OpenObjectProperty({ description: 'The proposed contract, native or ODCS, as for a check' })
  document?: object;

  @Property({ description: 'A JSON Patch of the contract' }, PATCH)
  patch?: unknown;

  @BooleanProperty({ description: 'The contract is to be deleted' })
  deletion = false;

  @TextProperty({ max: LONGEST_COMMENT, description: 'Why' })
  reason?: string;

  @InstantProperty({ description: 'Consumers may decide at least until then, in epoch milliseconds' })
  deadline?: number;
}

export class ProposalReviewDto implements SentProposalReview {
  @ChoiceProperty({ required: true, of: ['approve', 'reject'], description: 'The decision' })
  decision!: 'approve' | 'reject';

  @Round
  round!: number;

  @TextProperty({ max: LONGEST_COMMENT, description: 'Comment for the author; required for a rejection' })
  comment?: string;
}

export class ConsentDto implements SentConsent {
  @ChoiceProperty({ required: true, of: CONSENTS, description: 'Decision of the consumer' })
  decision!: SentConsent['decision'];

  @Round
  round!: number;

  @InstantProperty({ description: 'Of needTime: until when, in epoch milliseconds' })
  until?: number;

  @TextProperty({ max: LONGEST_COMMENT, description: 'Comment for the author; required for an objection' })
  comment?: string;

  @ReferenceProperty({ of: ['user', 'team'], description: 'Consumer to decide for, if the caller represents several' })
  as?: NamedReference;
}

export class WithdrawalDto {
  @TextProperty({ max: LONGEST_COMMENT, description: 'Why' })
  comment?: string;
}

export class OverrideDto {
  @TextProperty({ required: true, max: LONGEST_COMMENT, description: 'Why' })
  reason!: string;
}

/** Those of one contract. */
export class ProposalsOfContractQuery extends RowsQuery {
  @ChoiceProperty({ of: PROPOSAL_STATES, description: 'Only those in this state.' })
  state?: ProposalState;
}

const MINE = ruleOf(
  `some of ${ROLES.join(', ')}, separated by commas`,
  (value) => typeof value === 'string' && value.split(',').every((one) => ROLES.includes(one as ProposalRole)),
  { type: 'string', pattern: `^(${ROLES.join('|')})(,(${ROLES.join('|')}))*$` },
);

export class ProposalListQuery extends ProposalsOfContractQuery {
  @TextProperty({ max: LONGEST_NAME, description: 'Only those of this contract, by id or FQN.' })
  contract?: string;

  @Property({ description: 'Only proposals that wait for the caller in one of these roles.' }, MINE)
  mine?: string;
}

export function listOf({ mine, ...query }: ProposalListQuery): ProposalListRequest {
  return { ...query, ...(mine !== undefined && { mine: mine.split(',') as ProposalRole[] }) };
}
