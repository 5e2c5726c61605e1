import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AccessTokenRepository } from '../personal/access-token.repository';
import { Revocations } from '../revocation/revocations';
import { LoginRepository } from './login.repository';

/** A deleted user's logins and tokens end with it: they do not come back where the user is restored. */
@Injectable()
export class DepartedUsers {
  constructor(
    private readonly logins: LoginRepository,
    private readonly tokens: AccessTokenRepository,
    private readonly revocations: Revocations,
  ) {}

  async end(tx: Transaction, userNodes: readonly string[]): Promise<void> {
    const ended: string[] = [];
    for (const node of userNodes)
      ended.push(...(await this.logins.endAll(tx, node)), ...(await this.tokens.revoke(tx, node, 'all')));
    await this.revocations.announce(tx, ended);
  }
}
