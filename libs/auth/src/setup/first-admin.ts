import { randomBytes } from 'node:crypto';
import { AppError, type RequestOrigin } from '@app/common';
import { Database, recordAction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { digestOf } from '../login/refresh-token';
import { AttemptLimits } from '../password/attempt-limits';
import { Credentials } from '../password/credentials';
import { ADMINISTRATOR } from '../principal/principal.repository';
import { unauthorized } from '../token/unauthorized';
import { UserRepository } from '../user/user.repository';
import { SetupRepository } from './setup.repository';

export const FIRST_ADMIN = 'admin';
/** Not an account name: guesses of the secret are counted under it, as for an account. */
const ACCOUNT = '(first admin)';

export interface FirstAdminSet {
  readonly id: string;
  readonly name: string;
  /** Only where it was made here. */
  readonly password?: string;
}

/** No password is known in advance: who reads the output of the first start sets the first one. */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly database: Database,
    private readonly repository: SetupRepository,
    private readonly users: UserRepository,
    private readonly credentials: Credentials,
    private readonly limits: AttemptLimits,
  ) {}

  /** A new secret for the operator's eyes, as long as no admin has a password; else undefined. */
  async offer(): Promise<string | undefined> {
    if (await this.users.adminWithPasswordExists()) return undefined;
    const secret = randomBytes(20).toString('base64url');
    await this.repository.add(digestOf(secret));
    return secret;
  }

  /**
   * Makes the user `admin`, or gives it back its rights, with that password, or with a random one that is answered once. 404 once
   * there is an admin with one.
   */
  async set(secret: string, chosen: string | undefined, origin: RequestOrigin): Promise<FirstAdminSet> {
    if (await this.users.adminWithPasswordExists()) throw over();
    await this.checkSecret(secret, origin.address);
    const password = chosen ?? randomBytes(18).toString('base64url');
    const hash = await this.credentials.hash(password);
    const user = await this.database.transaction(async (tx) => {
      await this.repository.lock(tx);
      if (!(await this.repository.spend(tx))) throw over();
      const admin = await this.users.makeAdmin(tx, { name: FIRST_ADMIN, updatedBy: FIRST_ADMIN });
      await this.users.addRole(tx, admin.node, ADMINISTRATOR);
      await this.credentials.storeHash(tx, admin.node, hash);
      await recordAction(tx, { action: 'firstAdminSet', actor: FIRST_ADMIN, to: { nodes: [admin.node] } });
      return admin;
    }, origin);
    return { id: user.id, name: user.name, ...(chosen === undefined && { password }) };
  }

  private async checkSecret(secret: string, address: string): Promise<void> {
    await this.limits.begin(ACCOUNT, address);
    if (!(await this.repository.knows(digestOf(secret)))) {
      // It may have been valid until another request consumed it a moment ago.
      throw (await this.users.adminWithPasswordExists()) ? over() : unauthorized('absent', 'The secret is wrong');
    }
    await this.limits.succeeded(ACCOUNT, address);
  }
}

function over(): AppError {
  return new AppError('NOT_FOUND', 'The first admin has been set up already');
}
