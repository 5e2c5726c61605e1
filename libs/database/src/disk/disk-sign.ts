import type { QueryResult } from 'pg';
import { ResilientClient } from '../resilient-client';
import { isLocked } from '../transaction';

/** An advisory lock. */
const SIGN = 0x6469736b;
/** For connecting and for each statement of the session that shows the sign, in ms. */
const PATIENCE_MS = 5_000;
/**
 * Life of a sign that is not repeated, in ms: that of a process that is frozen, and does not look for room any more, must not block the
 * others from writing.
 */
const IDLE_MS = 20_000;
/** A check takes the lock too, but only for one statement: a longer wait is for another holder. */
const LOCK_TIMEOUT_MS = 1_000;
/** The transaction stays open, writes nothing and has nothing but its lock: a pooler leaves a session to it for as long. */
const raiseFor = (idleMs: number) =>
  `begin; set local idle_in_transaction_session_timeout = ${idleMs}; set local lock_timeout = ${LOCK_TIMEOUT_MS};
   select pg_advisory_xact_lock(${SIGN})`;
/** Checks share it, so that they do not block each other. It is released with the statement. */
const LOOK = `select pg_try_advisory_xact_lock_shared(${SIGN}) as free`;

/** Sends one statement by a connection of a pool. */
type Look = (text: string) => Promise<QueryResult<{ free: boolean }>>;

/**
 * Signal of one process to the others that the disk of the database is full: a lock of a transaction. It is stored in the
 * memory of PostgreSQL and writes nothing, where a notification needs room for its page; those that start later see it, and it
 * ends with its process.
 */
export class DiskSign {
  private session: ResilientClient | undefined;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly look: Look,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** Whether any process shows it. */
  async isRaised(): Promise<boolean> {
    const { rows } = await this.look(LOOK);
    return rows[0]?.free === false;
  }

  /** Shows it from now on; false where another process does so. To be repeated within `IDLE_MS`. */
  async raise(): Promise<boolean> {
    if (this.session) return this.session.query('select 1').then(() => true);
    const session = this.newSession();
    try {
      await session.connect();
      await session.query(raiseFor(this.idleMs));
    } catch (error) {
      void session.end().catch(() => undefined);
      if (isLocked(error)) return false;
      throw error;
    }
    if (this.isClosed) return session.end().then(() => false);
    this.session = session;
    session.once('end', () => {
      if (this.session === session) this.session = undefined;
    });
    return true;
  }

  async lower(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.lower();
  }

  private newSession(): ResilientClient {
    return new ResilientClient({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'metadata-catalog-disk',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
  }
}
