import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { TakesPrefer } from '../http/input';
import { oneOf, text } from '../http/schemas';
import { PROPOSAL, PROPOSAL_SCHEMA } from './proposal.examples';

type Headers = NonNullable<ApiResponseOptions['headers']>;

const LOCATION: Headers = { Location: { description: 'The proposal', schema: text } };

/** The header of a write that a policy has changed or kept back. */
export const CHANGE_POLICY: Headers = {
  'X-Change-Policy': {
    description: 'The policy under which a review or a proposal takes the place of what was sent',
    schema: oneOf(['reviewed', 'consented']),
  },
};

/** Describes how a client asks for a refusal in place of a proposal; `isStrict` reads it. */
export const TakesStrictness = (): MethodDecorator =>
  TakesPrefer('handling=strict: what would become a proposal is refused with 409, and nothing is kept.');

/** The answer of a write that is kept back as a proposal, where a policy says so. */
export function HeldAnswer(): MethodDecorator {
  return applyDecorators(
    TakesStrictness(),
    ApiResponse({
      status: 202,
      description: 'Kept back as a proposal, under a policy that asks others first: nothing has changed',
      headers: { ...LOCATION, ...CHANGE_POLICY },
      content: { 'application/json': { schema: PROPOSAL_SCHEMA, example: PROPOSAL } },
    }),
  );
}
