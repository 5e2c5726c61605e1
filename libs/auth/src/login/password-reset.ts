import { recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Credentials } from '../password/credentials';
import { LoginRepository } from './login.repository';

/** A password set by another user, as part of a write: every login of the user ends with the old one. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly credentials: Credentials,
    private readonly logins: LoginRepository,
  ) {}

  /** @throws {AppError} BAD_REQUEST where it is shorter than 8 characters or longer than 128 */
  async set(tx: Transaction, userNode: string, plain: string, actorName: string): Promise<void> {
    await this.credentials.setPassword(tx, userNode, plain);
    await recordAction(tx, { action: 'passwordSet', actor: actorName, to: { nodes: [userNode] } });
    await this.logins.endAll(tx, userNode);
  }
}
