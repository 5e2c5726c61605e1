import type { Actor } from '@app/common';
import type { VerifiedToken } from '../verification/verified-token';

/** An actor as the database has it, without a token. */
export interface Principal extends Actor {
  /** The user's row. */
  readonly node: string;
  readonly isBot: boolean;
}

/** An actor, with the token that it showed where there is one. */
export type TokenBearer = Actor & Partial<Pick<AuthenticatedActor, 'token'>>;

/** An actor of a request, with the token that it showed. */
export interface AuthenticatedActor extends Principal {
  readonly token: VerifiedToken;
}
