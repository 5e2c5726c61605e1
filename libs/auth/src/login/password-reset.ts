import type { Transaction } from '@app/database';
import type { Credentials } from '../password/credentials';
import type { Revocations } from '../revocation/revocations';
import type { LoginRepository } from './login.repository';

/** A password that somebody else sets, as part of a write: every login of the user ends with the old one. */
export class PasswordReset {
  constructor(
    private readonly credentials: Credentials,
    private readonly logins: LoginRepository,
    private readonly revocations: Revocations,
  ) {}

  /** @throws {AppError} BAD_REQUEST where it is shorter than 8 characters or longer than 128 */
  async set(tx: Transaction, userNode: string, plain: string): Promise<void> {
    await this.credentials.setPassword(tx, userNode, plain);
    await this.revocations.announce(tx, await this.logins.endAll(tx, userNode));
  }

  /** After the transaction: here, the ended logins are refused from now on. */
  committed(): void {
    this.revocations.forget();
  }
}
