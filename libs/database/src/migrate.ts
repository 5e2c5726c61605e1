import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source';
import { refuseUnreleased } from './migrations/unreleased';

/** Advisory lock id; any constant unused by other programs. In ASCII it spells "meta". */
const MIGRATION_LOCK = 0x6d657461;

/**
 * Sessions of this role in this database compile no plans: to the planner a statement of many parts looks expensive, and compiling it takes
 * seconds where running it takes less than a millisecond. Any role may say so of itself. What somebody has set for the role or the database
 * stays.
 */
const COMPILE_NOTHING = `
  do $$ begin
    if current_setting('jit')::boolean
       and not exists (select from pg_db_role_setting
                        where setdatabase in (0, (select oid from pg_database where datname = current_database()))
                          and setrole in (0, (select oid from pg_roles where rolname = current_user))
                          and array_to_string(setconfig, ' ') ~ '(^| )jit=') then
      execute format('alter role current_user in database %I set jit = off', current_database());
    end if;
  end $$`;

/**
 * Brings the database at `url` to the newest migration. Several processes may call it at once: one works, the others wait
 * on an advisory lock and find nothing left to do. A transaction holds the lock, so that it is ours behind a pooler, too. Returns the names
 * of the migrations that it ran.
 *
 * @throws {StartError} where an unreleased build made the database; nothing is changed then
 */
export async function migrateDatabase(url: string, log: (line: string) => void = () => undefined): Promise<string[]> {
  const source = await new DataSource(dataSourceOptions({ url, poolSize: 2 })).initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.connect();
    await lock.query('begin');
    // It is idle for as long as the migrations take.
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    await lock.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    refuseUnreleased(await namesOf(source));
    const ran = await source.runMigrations();
    for (const { name } of ran) log(`migration ${name}`);
    await lock.query(COMPILE_NOTHING);
    await lock.query('commit');
    return ran.map(({ name }) => name);
  } finally {
    await lock.release();
    await source.destroy();
  }
}

/** Names of the migrations that the database has had; none where there is no table of them. */
async function namesOf(source: DataSource): Promise<ReadonlySet<string>> {
  const [found] = await source.query<{ there: boolean }[]>(`select to_regclass('migration') is not null as there`);
  const rows = found?.there ? await source.query<{ name: string }[]>('select name from migration') : [];
  return new Set(rows.map(({ name }) => name));
}
