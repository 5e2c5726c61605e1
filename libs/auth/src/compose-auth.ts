import { Logger } from '@nestjs/common';
import { CursorCodec } from '@app/common';
import type { OutsideIssuer, Settings } from '@app/config';
import type { Database } from '@app/database';
import { Authenticator } from './authenticator';
import { derivedKey } from './keys/derived-key';
import { SecretBox } from './keys/secret-box';
import { RemoteKeys } from './keys/remote-keys';
import { SigningKey } from './keys/signing-key';
import { LoginRepository } from './login/login.repository';
import { Logins } from './login/logins';
import { PasswordReset } from './login/password-reset';
import { PasswordChange } from './login/password-change';
import { AttemptLimits } from './password/attempt-limits';
import { Credentials } from './password/credentials';
import { AccessControl } from './permission/access-control';
import { AccessTokenRepository } from './personal/access-token.repository';
import { AccessTokens } from './personal/access-tokens';
import { PrincipalRepository } from './principal/principal.repository';
import { Principals } from './principal/principals';
import { Revocations } from './revocation/revocations';
import { FirstAdmin } from './setup/first-admin';
import { SetupRepository } from './setup/setup.repository';
import { TokenCache } from './verification/token-cache';
import { TokenIssuer } from './token/token-issuer';
import { TokenVerifier } from './verification/token-verifier';
import type { OutsideTrust } from './verification/token-verifier';
import { UserRepository } from './user/user.repository';

export type AuthSettings = Pick<
  Settings,
  'signingKeyFile' | 'dataDir' | 'jwtAudience' | 'jwtIssuers' | 'jwtEmailDomains' | 'accessTokenSeconds'
>;

export type Auth = Awaited<ReturnType<typeof composeAuth>>;

/** The parts of this library, put together for one process; the module and the command line use the same. */
export async function composeAuth(database: Database, settings: AuthSettings) {
  const key = await SigningKey.load(settings);
  const audience = settings.jwtAudience;
  const outside = settings.jwtIssuers.map((issuer) => ({
    ...trustOf(issuer, audience),
    emailDomains: settings.jwtEmailDomains,
  }));
  const cache = new TokenCache();
  const principals = new Principals(new PrincipalRepository(database));
  const revocations = new Revocations(database, cache);
  const verifier = new TokenVerifier({ audience, keys: key }, outside);
  const users = new UserRepository(database);
  const tokenIssuer = new TokenIssuer(key, audience);
  const accessControl = new AccessControl();
  const limits = new AttemptLimits(database);
  const credentials = new Credentials(users, limits);
  const loginRepository = new LoginRepository();
  const seconds = settings.accessTokenSeconds;
  return {
    cursors: new CursorCodec(derivedKey(key, 'cursors')),
    secretBox: new SecretBox(derivedKey(key, 'connections')),
    users,
    principals,
    revocations,
    tokenIssuer,
    accessControl,
    credentials,
    authenticator: new Authenticator(verifier, cache, principals, revocations),
    logins: new Logins(database, loginRepository, credentials, revocations, tokenIssuer, seconds),
    passwordReset: new PasswordReset(credentials, loginRepository, revocations),
    passwordChange: new PasswordChange(users, credentials, loginRepository, revocations, accessControl),
    accessTokens: new AccessTokens(
      database,
      new AccessTokenRepository(database),
      users,
      revocations,
      tokenIssuer,
      accessControl,
    ),
    firstAdmin: new FirstAdmin(database, new SetupRepository(database), users, credentials, limits, principals),
  };
}

function trustOf(
  { issuer, jwksUri, audience, algorithms, claims, admin }: OutsideIssuer,
  ownAudience: string,
): Omit<OutsideTrust, 'emailDomains'> {
  const logger = new Logger('Keys');
  const keys = new RemoteKeys(jwksUri, (reason) => logger.warn(`key set of ${issuer} not refreshed: ${reason}`));
  return { issuer, audience: audience ?? ownAudience, algorithms, claims, admin, keys };
}
