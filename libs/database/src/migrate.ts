import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from './data-source';
import { acceptSchema } from './migrations/known-schema';
import { refuseUnreleased } from './migrations/unreleased';
import { requireSettings, SETTINGS_ASKED, SETTINGS_FOUND, type FoundSetting } from './connection/required-settings';

/** Advisory lock id; any constant unused by other programs. "meta" in ASCII. */
const MIGRATION_LOCK = 0x6d657461;

/**
 * Sessions of this role in this database compile no plans: to the planner a statement of many parts looks expensive, and compiling it takes
 * seconds where running it takes less than a millisecond. Any role may set this for itself. A setting of the role or the database
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
 * Brings the database at `url` to the newest migration, in one transaction. Several processes may call it at once: one works, the others wait
 * on an advisory lock and find nothing left to do. The transaction has the lock, so that it works behind a pooler, too. What comes out of
 * it is compared with the files of the schema, unless this very build has done so before. Returns the names of the migrations that it ran.
 *
 * @throws {StartError} where an unreleased build made the database, or the schema becomes another one than that of this build; nothing is
 *   changed then
 */
export async function migrateDatabase(url: string, log: (line: string) => void = () => undefined): Promise<string[]> {
  const source = await new DataSource(dataSourceOptions({ url, poolSize: 2 })).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.connect();
    await runner.startTransaction();
    await runner.query('set local idle_in_transaction_session_timeout = 0');
    await runner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    requireSettings((await runner.query(SETTINGS_FOUND, SETTINGS_ASKED)) as FoundSetting[]);
    const before = await namesOf(runner);
    refuseUnreleased(before);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'none';
    const ran = await executor.executePendingMigrations();
    if (isOurs(source, before)) await acceptSchema(runner, before.size === 0);
    await runner.query(COMPILE_NOTHING);
    await runner.commitTransaction();
    for (const { name } of ran) log(`migration ${name}`);
    return ran.map(({ name }) => name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Whether no newer release has migrated the database: its schema is not ours to judge. */
function isOurs(source: DataSource, names: ReadonlySet<string>): boolean {
  const known = new Set(source.migrations.map(({ name, constructor }) => name ?? constructor.name));
  return [...names].every((name) => known.has(name));
}

/** Names of the migrations that the database has had; none where there is no table of them. */
async function namesOf(runner: QueryRunner): Promise<ReadonlySet<string>> {
  const [found] = (await runner.query(`select to_regclass('migration') is not null as there`)) as { there: boolean }[];
  const rows = found?.there ? ((await runner.query('select name from migration')) as { name: string }[]) : [];
  return new Set(rows.map(({ name }) => name));
}
