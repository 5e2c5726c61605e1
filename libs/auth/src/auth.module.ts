import { Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { CursorCodec } from '@app/common';
import { Database } from '@app/database';
import { Authenticator } from './authenticator';
import { composeAuth } from './compose-auth';
import type { Auth, AuthSettings } from './compose-auth';
import { SecretBox } from './keys/secret-box';
import { Logins } from './login/logins';
import { PasswordChange } from './login/password-change';
import { PasswordReset } from './login/password-reset';
import { Credentials } from './password/credentials';
import { AccessControl } from './permission/access-control';
import { AccessTokens } from './personal/access-tokens';
import { Principals } from './principal/principals';
import { Revocations } from './revocation/revocations';
import { FirstAdmin } from './setup/first-admin';
import { UserRepository } from './user/user.repository';
import { TokenIssuer } from './token/token-issuer';

const AUTH = Symbol('auth');

const PARTS: readonly Provider[] = [
  part(AccessControl, (auth) => auth.accessControl),
  part(AccessTokens, (auth) => auth.accessTokens),
  part(Authenticator, (auth) => auth.authenticator),
  part(Credentials, (auth) => auth.credentials),
  part(CursorCodec, (auth) => auth.cursors),
  part(FirstAdmin, (auth) => auth.firstAdmin),
  part(Logins, (auth) => auth.logins),
  part(PasswordChange, (auth) => auth.passwordChange),
  part(PasswordReset, (auth) => auth.passwordReset),
  part(Principals, (auth) => auth.principals),
  part(Revocations, (auth) => auth.revocations),
  part(SecretBox, (auth) => auth.secretBox),
  part(UserRepository, (auth) => auth.users),
  part(TokenIssuer, (auth) => auth.tokenIssuer),
];

@Module({})
export class AuthModule {
  /** Global: who asks and what they may is a question of every domain. Needs DatabaseModule. */
  static forRoot(settings: AuthSettings): DynamicModule {
    const auth = {
      provide: AUTH,
      useFactory: (database: Database) => composeAuth(database, settings),
      inject: [Database],
    };
    return { module: AuthModule, global: true, providers: [auth, ...PARTS], exports: [...PARTS] };
  }
}

function part<T>(token: Type<T>, pick: (auth: Auth) => T): Provider {
  return { provide: token, useFactory: pick, inject: [AUTH] };
}
