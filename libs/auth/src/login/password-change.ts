import { AppError, invalidFields, notFound } from '@app/common';
import { Injectable } from '@nestjs/common';
import { Credentials } from '../password/credentials';
import { checkNewPassword } from '../password/password-rules';
import { AccessControl } from '../permission/access-control';
import { AccessTokens } from '../personal/access-tokens';
import type { AuthenticatedActor } from '../principal/principal';
import { Database, recordAction } from '@app/database';
import { UserRepository, type UserWithPassword } from '../user/user.repository';
import { LoginRepository } from './login.repository';

export interface PasswordChangeRequest {
  readonly username?: string;
  readonly oldPassword?: string;
  readonly newPassword: string;
  readonly confirmPassword?: string;
  /** SELF: the caller's own, with the old one. USER: that of another user, by an administrator. */
  readonly requestType: 'SELF' | 'USER';
  /** Whether the user's personal tokens, or those of a bot, end as well; the one that asks included. */
  readonly revokeTokens?: boolean;
}

/** A new password; every other login of the user ends with the old one, and its tokens where that is asked for. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UserRepository,
    private readonly credentials: Credentials,
    private readonly logins: LoginRepository,
    private readonly tokens: AccessTokens,
    private readonly database: Database,
    private readonly access: AccessControl,
  ) {}

  /** Returns how many tokens it revoked. */
  async change(actor: AuthenticatedActor, request: PasswordChangeRequest, address: string): Promise<number> {
    checkNewPassword('newPassword', request.newPassword, request.confirmPassword);
    const user = await this.userOf(actor, request);
    if (request.requestType === 'SELF') await this.checkOld(user, request.oldPassword, address);
    const hash = await this.credentials.hash(request.newPassword, 'newPassword');
    const kept = actor.id === user.id ? actor.token.own?.revocationId : undefined;
    return this.database.transaction(async (tx) => {
      await this.credentials.storeHash(tx, user.node, hash);
      await recordAction(tx, { action: 'passwordSet', actor: actor.name, to: { nodes: [user.node] } });
      await this.logins.endAll(tx, user.node, kept);
      return request.revokeTokens === true ? this.tokens.revokeIn(tx, user.node, 'all', actor.name) : 0;
    }, actor.origin);
  }

  private async userOf(actor: AuthenticatedActor, request: PasswordChangeRequest): Promise<UserWithPassword> {
    const { requestType, username = requestType === 'SELF' ? actor.name : undefined } = request;
    if (username === undefined) {
      throw invalidFields([{ field: 'username', message: 'is required with requestType USER' }]);
    }
    if (requestType === 'USER') this.access.require(actor, ['EditAll'], 'user');
    else if (username !== actor.name) {
      throw invalidFields([{ field: 'username', message: 'must be your own with requestType SELF' }]);
    }
    const user = await this.users.findByName(username);
    if (!user) throw notFound('user', username);
    return user;
  }

  private async checkOld(user: UserWithPassword, old: string | undefined, address: string): Promise<void> {
    if (old === undefined) {
      throw invalidFields([{ field: 'oldPassword', message: 'is required with requestType SELF' }]);
    }
    if (user.hash === undefined) {
      throw new AppError('CONFLICT', 'There is no old password: an administrator sets the first one');
    }
    if (!(await this.credentials.checkOf(user, old, address))) {
      throw invalidFields([{ field: 'oldPassword', message: 'is not your password' }]);
    }
  }
}
