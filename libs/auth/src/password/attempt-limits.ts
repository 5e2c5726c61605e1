import { AppError } from '@app/common';
import type { Database, Transaction } from '@app/database';
import { networkOf } from './network';

/** After this many failures within the window the next attempt is not even looked at. */
const LIMITS = [
  { by: 'account = $1 and address = $2', failures: 5, window: '15 minutes' },
  { by: 'account = $1', failures: 50, window: '15 minutes' },
  { by: 'address = $2', failures: 100, window: '1 minute' },
];
/** Longer than any window. */
const FORGOTTEN_AFTER = '1 hour';
/** Rows removed per attempt at most: more than an attempt adds, so that the table shrinks. */
const SWEEP = 20;
/** Advisory locks of two kinds, always taken in this order, so that two attempts cannot wait for each other. */
const ACCOUNT_LOCK = 0x6c6f6761;
const ADDRESS_LOCK = 0x6c6f6762;

/** Wrong guesses, counted in the database: the counts outlive restarts and hold for all processes together. */
export class AttemptLimits {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt as failed before it is made; `succeeded` takes that back. 429 with Retry-After where the pair of account
   * and address, the account, or the address has used up its failures.
   */
  async begin(account: string, address: string): Promise<void> {
    const key = [account.toLowerCase(), networkOf(address)];
    const seconds = await this.database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNT_LOCK, key[0]]);
      await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADDRESS_LOCK, key[1]]);
      const wait = await secondsToWait(tx, key);
      if (wait === 0) await tx.query('insert into login_failure (account, address) values ($1, $2)', key);
      return wait;
    });
    if (seconds > 0) throw tooMany(seconds);
  }

  /** The pair starts anew. */
  async succeeded(account: string, address: string): Promise<void> {
    await this.database.query('delete from login_failure where account = $1 and address = $2', [
      account.toLowerCase(),
      networkOf(address),
    ]);
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `delete from login_failure where id in
        (select id from login_failure where at < clock_timestamp() - $1::interval order by at limit $2)`,
      [FORGOTTEN_AFTER, SWEEP],
    );
  }
}

/** Of each limit: when its n-th newest failure leaves the window. */
async function secondsToWait(tx: Transaction, key: readonly string[]): Promise<number> {
  const waits = LIMITS.map(
    ({ by, failures, window }) => `
      (select ceil(extract(epoch from at + interval '${window}' - clock_timestamp()))::int
         from login_failure where ${by} and at > clock_timestamp() - interval '${window}'
        order by at desc offset ${failures - 1} limit 1)`,
  );
  const [row] = (await tx.query(`select greatest(${waits.join(',')}, 0) seconds`, [...key])) as { seconds: number }[];
  return row?.seconds ?? 0;
}

function tooMany(seconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts, try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
