import { AppError, type RequestOrigin } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { SecretBox } from '../keys/secret-box';
import { derivedKey, SigningKey } from '../keys/signing-key';
import { Logins, type TokenPair } from '../login/logins';
import { AttemptLimits } from '../password/attempt-limits';
import { Principals } from '../principal/principals';
import { TokenRefused } from '../token/unauthorized';
import { UserRepository } from '../user/user.repository';
import { TokenVerifier } from '../verification/token-verifier';
import type { VerifiedIdToken } from '../verification/verified-token';
import { IssuerClient } from './issuer-client';
import { opened, sealed } from './pending-sign-in';
import { notBegun, notLoggedOut, refused } from './sign-in-refusal';

/** A sign-in that has begun: the URL for the browser, and the cookie until its return. */
export interface BegunSignIn {
  readonly location: string;
  readonly kept: string;
}

/** An issuer by which people sign in, as a button shows it. */
export interface SignInIssuer {
  readonly issuer: string;
  readonly name: string;
}

/** An issuer where the user is still signed in, and the URL to sign out there. */
export interface SignOut {
  readonly name: string;
  readonly location: string;
}

/** Sign-ins of people by an outside issuer: OpenID Connect, authorization code with PKCE. */
@Injectable()
export class OutsideSignIns {
  private readonly logger = new Logger('SignIn');
  private readonly clients: ReadonlyMap<string, IssuerClient>;
  private readonly box: SecretBox;

  constructor(
    @Inject(APP_SETTINGS) { jwtIssuers }: Pick<Settings, 'jwtIssuers'>,
    key: SigningKey,
    private readonly verifier: TokenVerifier,
    private readonly principals: Principals,
    private readonly users: UserRepository,
    private readonly logins: Logins,
    private readonly limits: AttemptLimits,
  ) {
    this.box = new SecretBox(derivedKey(key, 'sign-in'));
    this.clients = new Map(
      jwtIssuers.flatMap(({ issuer, signIn }) => (signIn ? [[issuer, new IssuerClient(issuer, signIn)]] : [])),
    );
  }

  list(): SignInIssuer[] {
    return [...this.clients.values()].map(({ issuer, signIn: { name } }) => ({ issuer, name }));
  }

  /** 404 if the issuer is not configured for sign-in, 503 if it does not answer. */
  async begin(issuer: string, redirectUri: string): Promise<BegunSignIn> {
    const client = this.clients.get(issuer);
    if (!client) throw new AppError('NOT_FOUND', 'Nobody signs in by this issuer');
    const secrets = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      redirectUri,
    };
    return { location: await client.addressFor(secrets), kept: sealed(this.box, { issuer, ...secrets }) };
  }

  /**
   * Tokens for what the issuer sent the browser back with. 401 where it refused, where the browser did not begin, or where the
   * issuer vouches for no user with an account; 429 beyond the limits on guessing, since each one asks the issuer.
   */
  async finish(answer: URLSearchParams, kept: string | undefined, origin: RequestOrigin): Promise<TokenPair> {
    const pending = kept === undefined ? undefined : opened(this.box, kept);
    const client = pending && this.clients.get(pending.issuer);
    if (!client) throw notBegun();
    await this.limits.begin(pending.state, origin.address);
    const idToken = await client.idTokenFor(answer, pending);
    const token = await this.verified(idToken, client.signIn.name);
    const { principal: who, roles: addedRoles, mayAdministrate } = token;
    const principal = await this.principals.find({ who, addedRoles, mayAdministrate });
    const user = principal && (await this.users.findByName(principal.name));
    if (!user) {
      const named = 'email' in who ? `with the e-mail address ${who.email}` : `called ${who.name}`;
      throw refused(
        `${client.signIn.name} has signed you in, but there is no user ${named} here. Ask an administrator for one.`,
      );
    }
    await this.limits.succeeded(pending.state, origin.address);
    const { subject, session, issuedAt } = token;
    const outside = { issuer: client.issuer, hours: client.signIn.sessionHours, subject, session, issuedAt };
    return this.logins.loginOf(user, { mayAdministrate, outside }, origin);
  }

  /** URL to sign out at the issuer as well; undefined if unknown. */
  async signOutOf(issuer: string, returnTo: string): Promise<SignOut | undefined> {
    const client = this.clients.get(issuer);
    const location = await client?.signOutAddress(returnTo);
    return client && location !== undefined ? { name: client.signIn.name, location } : undefined;
  }

  /**
   * Ends the sessions that an issuer says are over, by its logout token (OpenID Connect Back-Channel Logout 1.0). 400 with the reason where it
   * is none, or was taken before.
   */
  async endBy(logoutToken: unknown, origin: RequestOrigin): Promise<void> {
    if (typeof logoutToken !== 'string' || logoutToken === '') throw notLoggedOut('is required');
    const logout = await this.verifier.verifyLogoutToken(logoutToken).catch((error: unknown) => {
      if (!(error instanceof TokenRefused)) throw error;
      throw notLoggedOut(`is not accepted: ${error.message}`);
    });
    if (!(await this.logins.endedByIssuer(logout, origin))) throw notLoggedOut('was taken before: its jti is known');
  }

  /** Verifies as for any token of an outside issuer, but for the client that this service is there. */
  private async verified(text: string, name: string): Promise<VerifiedIdToken> {
    try {
      return await this.verifier.verifyIdToken(text);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      this.logger.warn(`ID token of ${name} refused: ${error.message}`);
      throw refused(`What ${name} says of you is not accepted here: ${error.message}`);
    }
  }
}
