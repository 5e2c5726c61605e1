import { AppError, Semaphore } from '@app/common';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { UserRepository, type UserWithPassword } from '../user/user.repository';
import { AttemptLimits } from './attempt-limits';
import { Credential } from './credential.entity';
import { hashPassword, passwordMatches, prepareDecoy } from './password-hash';
import { checkNewPassword } from './password-rules';

/** Hashes at once per process: half of the four threads that Node has for such work. */
const HASHES_AT_ONCE = 2;
/** About 3 s of hashing on one core. */
const QUEUE = 200;

/** Passwords: set, and checked under the limits on guessing. */
@Injectable()
export class Credentials implements OnModuleInit {
  /** Hashes share the threads that files and names are looked up with. */
  private readonly hashes = new Semaphore({ atOnce: HASHES_AT_ONCE, queueLength: QUEUE, refusal: tooManyAtOnce });
  /** Attempts on one account from one address are counted one after the other; those that wait for a slot of their address cost nothing. */
  private readonly attempts = new Semaphore({ atOnce: Infinity, queueLength: QUEUE, refusal: tooManyAtOnce });

  constructor(
    private readonly users: UserRepository,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * Gives the user whose row is `userNode` a password. Hashing takes some 30 ms: `hash` before the transaction where others wait for it.
   */
  async setPassword(tx: Transaction, userNode: string, plain: string): Promise<void> {
    await this.storeHash(tx, userNode, await this.hash(plain));
  }

  /** @throws {AppError} BAD_REQUEST on `field` unless it has 8 to 128 characters */
  async hash(plain: string, field = 'password'): Promise<string> {
    checkNewPassword(field, plain);
    return this.hashes.run(() => hashPassword(plain));
  }

  async storeHash(tx: Transaction, userNode: string, hash: string): Promise<void> {
    await tx.getRepository(Credential).upsert({ userNode, hash, changedAt: () => 'now()' }, ['userNode']);
  }

  /**
   * The user of that e-mail address or name if the password is its own, else undefined; 429 beyond the limits. An unknown
   * account costs as much, and counts as well.
   */
  async check(login: string, plain: string, address: string): Promise<UserWithPassword | undefined> {
    const user = await this.users.findByLogin(login);
    return (await this.matches(user, user?.id ?? login, plain, address)) ? user : undefined;
  }

  /** The same for a user that is known already. */
  async checkOf(user: UserWithPassword, plain: string, address: string): Promise<boolean> {
    return this.matches(user, user.id, plain, address);
  }

  onModuleInit(): Promise<void> {
    return prepareDecoy();
  }

  private matches(
    user: UserWithPassword | undefined,
    account: string,
    plain: string,
    address: string,
  ): Promise<boolean> {
    const check = (): Promise<boolean> => this.hashes.run(() => passwordMatches(user?.hash, plain));
    return this.attempts.runKeyed(`${account} ${address}`, async () => {
      await this.limits.begin(account, address);
      const matches = await check();
      await (matches ? this.limits.succeeded(account, address) : this.limits.forgetOld());
      return matches;
    });
  }
}

function tooManyAtOnce(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'Too many logins at once, try again in a second', { retryAfter: 1 });
}
