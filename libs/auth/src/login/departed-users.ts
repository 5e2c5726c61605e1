import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AccessTokenRepository } from '../personal/access-token.repository';
import { LoginRepository } from './login.repository';

/** A deleted user's logins and tokens end with it: they do not come back where the user is restored. */
@Injectable()
export class DepartedUsers {
  constructor(
    private readonly logins: LoginRepository,
    private readonly tokens: AccessTokenRepository,
  ) {}

  async end(tx: Transaction, userNodes: readonly string[]): Promise<void> {
    for (const node of userNodes) {
      await this.logins.endAll(tx, node);
      await this.tokens.revoke(tx, node, 'all');
    }
  }
}
