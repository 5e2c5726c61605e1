import type { Database, Transaction } from '@app/database';

/** Secrets of that many starts are kept, so that what several processes printed at once all works. */
const KEPT = 16;
/** An advisory lock: of two first admins one is first. */
const SETUP_LOCK = 0x73657475;

/** The secrets that open the setup of the first admin, by their SHA-256. */
export class SetupRepository {
  constructor(private readonly database: Database) {}

  async add(digest: Buffer): Promise<void> {
    await this.database.query('insert into setup_secret (digest) values ($1)', [digest]);
    await this.database.query(
      `delete from setup_secret where digest not in (select digest from setup_secret order by made_at desc limit $1)`,
      [KEPT],
    );
  }

  async lock(tx: Transaction): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [SETUP_LOCK]);
  }

  async knows(digest: Buffer): Promise<boolean> {
    return (await this.database.query('select 1 from setup_secret where digest = $1', [digest])).length > 0;
  }

  /** Spends all secrets; false where another process was faster. */
  async spend(tx: Transaction): Promise<boolean> {
    const rows = (await tx.query(
      'with gone as (delete from setup_secret returning 1) select count(*)::int n from gone',
    )) as { n: number }[];
    return (rows[0]?.n ?? 0) > 0;
  }
}
