import { Logger, Module } from '@nestjs/common';
import { KeysetPages } from '@app/common';
import { APP_SETTINGS, type OutsideIssuer, type Settings } from '@app/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Authenticator } from './authenticator';
import { derivedKey, SigningKey } from './keys/signing-key';
import { RemoteKeys } from './keys/remote-keys';
import { ConnectionBox, connectionBoxWith } from './keys/connection-box';
import { boxOf, SecretBox } from './keys/secret-box';
import { IssuerLogoutRepository } from './login/issuer-logout.repository';
import { LoginRepository } from './login/login.repository';
import { Logins } from './login/logins';
import { PasswordChange } from './login/password-change';
import { DepartedUsers } from './login/departed-users';
import { PasswordReset } from './login/password-reset';
import { TicketRepository } from './login/ticket.repository';
import { Tickets } from './login/tickets';
import { LoginFailure } from './password/login-failure.entity';
import { AttemptLimits } from './password/attempt-limits';
import { Credential } from './password/credential.entity';
import { Credentials } from './password/credentials';
import { AccessToken } from './personal/access-token.entity';
import { AccessTokenRepository } from './personal/access-token.repository';
import { AccessTokens } from './personal/access-tokens';
import { PrincipalsModule } from './principal/principals.module';
import { FirstAdmin } from './setup/first-admin';
import { SetupSecret } from './setup/setup-secret.entity';
import { SetupRepository } from './setup/setup.repository';
import { OutsideSignIns } from './sign-in/outside-sign-ins';
import { TokenIssuer } from './token/token-issuer';
import { LastSeen } from './user/last-seen';
import { UserRepository } from './user/user.repository';
import { TokenVerifier, type OutsideTrust } from './verification/token-verifier';

const SERVICES = [
  AccessTokens,
  Authenticator,
  ConnectionBox,
  Credentials,
  KeysetPages,
  FirstAdmin,
  LastSeen,
  Logins,
  OutsideSignIns,
  PasswordChange,
  DepartedUsers,
  PasswordReset,
  PrincipalsModule,
  SecretBox,
  Tickets,
  TokenIssuer,
  UserRepository,
];

/** Authentication and authorization. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [PrincipalsModule, TypeOrmModule.forFeature([AccessToken, Credential, LoginFailure, SetupSecret])],
  providers: [
    AccessTokenRepository,
    AccessTokens,
    AttemptLimits,
    Authenticator,
    Credentials,
    FirstAdmin,
    IssuerLogoutRepository,
    LastSeen,
    LoginRepository,
    Logins,
    OutsideSignIns,
    PasswordChange,
    DepartedUsers,
    PasswordReset,
    SetupRepository,
    TicketRepository,
    Tickets,
    TokenIssuer,
    UserRepository,
    { provide: SigningKey, useFactory: SigningKey.load, inject: [APP_SETTINGS] },
    {
      provide: KeysetPages,
      useFactory: (key: SigningKey) => new KeysetPages(derivedKey(key, 'cursors')),
      inject: [SigningKey],
    },
    { provide: SecretBox, useFactory: boxOf, inject: [SigningKey] },
    { provide: ConnectionBox, useFactory: connectionBoxWith, inject: [APP_SETTINGS, SecretBox] },
    {
      provide: TokenVerifier,
      useFactory: (keys: SigningKey, settings: Settings) =>
        new TokenVerifier({ audience: settings.jwtAudience, keys }, outsideTrust(settings)),
      inject: [SigningKey, APP_SETTINGS],
    },
  ],
  exports: SERVICES,
})
export class AuthModule {}

function outsideTrust({ jwtIssuers, jwtAudience, jwtEmailDomains }: Settings): OutsideTrust[] {
  return jwtIssuers.map((outside) => ({
    ...outside,
    audience: outside.audience ?? jwtAudience,
    emailDomains: jwtEmailDomains,
    keys: keysOf(outside),
    ...(outside.signIn && { clientId: outside.signIn.clientId }),
  }));
}

function keysOf({ issuer, jwksUri }: OutsideIssuer): RemoteKeys {
  const logger = new Logger('Keys');
  return new RemoteKeys(jwksUri, (reason) => logger.warn(`key set of ${issuer} not refreshed: ${reason}`));
}
