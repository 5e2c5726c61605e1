import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { TakesPrefer } from '../http/input';
import { oneOf, text } from '../http/schemas';
import { PROPOSAL, PROPOSAL_SCHEMA } from './proposal.examples';

type Headers = NonNullable<ApiResponseOptions['headers']>;

const LOCATION: Headers = { Location: { description: 'The proposal', schema: text } };

/** The header of a write that a policy has changed or made pending. */
export const CHANGE_POLICY: Headers = {
  'X-Change-Policy': {
    description: 'The policy that required the review or the proposal',
    schema: oneOf(['reviewed', 'consented']),
  },
};

/** Describes how a client asks for a refusal in place of a proposal; `isStrict` reads it. */
export const TakesStrictness = (): MethodDecorator =>
  TakesPrefer('handling=strict: a change that would become a proposal is refused with 409 and not stored.');

/** The answer of a write that a policy has made a proposal. */
export function HeldAnswer(): MethodDecorator {
  return applyDecorators(
    TakesStrictness(),
    ApiResponse({
      status: 202,
      description: 'Stored as a proposal, because the policy asks others first; the contract is not changed',
      headers: { ...LOCATION, ...CHANGE_POLICY },
      content: { 'application/json': { schema: PROPOSAL_SCHEMA, example: PROPOSAL } },
    }),
  );
}
