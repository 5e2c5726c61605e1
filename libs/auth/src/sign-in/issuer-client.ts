import type { OutsideIssuer, OutsideSignIn } from '@app/config';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  None,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { LEEWAY_SECONDS } from '../token/token-text';
import { boundedFetch, TIMEOUT_SECONDS } from '../keys/bounded-fetch';
import { refusalOf } from './sign-in-refusal';

/** Addresses of an issuer are asked for again after this time, in ms. */
const REMEMBERED_MS = 3_600_000;
/** The same where it did not answer. */
const RETRY_MS = 2_000;

/** The secrets of a sign-in between its beginning and its end; the issuer sees the digest of `verifier` first, then itself. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** This service as a client of an issuer: an authorization code with PKCE, exchanged for an ID token. */
export class IssuerClient {
  private known: { readonly configuration: Promise<Configuration>; until: number } | undefined;

  constructor(
    readonly issuer: OutsideIssuer['issuer'],
    readonly signIn: OutsideSignIn,
  ) {}

  /** The address to send the browser to. Fails with a refusal for the user. */
  async addressFor({ state, nonce, verifier, redirectUri }: SignInSecrets): Promise<string> {
    const parameters = {
      redirect_uri: redirectUri,
      scope: this.signIn.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    try {
      return buildAuthorizationUrl(await this.configuration(), parameters).href;
    } catch (error) {
      throw refusalOf(error, this.signIn.name);
    }
  }

  /**
   * The ID token for what the issuer sent the browser back with. State, issuer, nonce, audience and times have been compared; the
   * signature has not. Fails with a refusal for the user.
   */
  async idTokenFor(answer: URLSearchParams, secrets: SignInSecrets): Promise<string> {
    const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier, redirectUri } = secrets;
    const returned = new URL(redirectUri);
    returned.search = answer.toString();
    try {
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(await this.configuration(), returned, checks);
      return tokens.id_token as string;
    } catch (error) {
      throw refusalOf(error, this.signIn.name);
    }
  }

  /**
   * Where a browser ends its session at the issuer, which sends it to `returnTo` then; undefined where it has no such address, or does
   * not answer. The issuer asks the person: no ID token is stored here to show to it.
   */
  async signOutAddress(returnTo: string): Promise<string | undefined> {
    try {
      const configuration = await this.configuration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    } catch {
      return undefined;
    }
  }

  private configuration(): Promise<Configuration> {
    if (this.known && this.known.until > Date.now()) return this.known.configuration;
    const known = { configuration: this.discover(), until: Date.now() + REMEMBERED_MS };
    this.known = known;
    known.configuration.catch(() => (known.until = Date.now() + RETRY_MS));
    return known.configuration;
  }

  private discover(): Promise<Configuration> {
    const { clientId, clientSecret } = this.signIn;
    const url = new URL(this.issuer);
    return discovery(
      url,
      clientId,
      { [clockTolerance]: LEEWAY_SECONDS },
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      {
        [customFetch]: boundedFetch as CustomFetch,
        timeout: TIMEOUT_SECONDS,
        // The operator has named an issuer without TLS.
        execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
      },
    );
  }
}
