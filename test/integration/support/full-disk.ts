import type { Database } from '@app/database';

/** Has PostgreSQL say that its disk is full to whoever changes rows of some tables, in the words in which it says so. */
export class FullDisk {
  private static readonly PROBE = 'disk_probe';

  private constructor(
    private readonly database: Database,
    private readonly tables: readonly string[],
  ) {}

  /** @param tables beside the one by which a process finds out whether there is room */
  static async of(database: Database, ...tables: readonly string[]): Promise<FullDisk> {
    await database.query(`create or replace function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    const all = [FullDisk.PROBE, ...tables];
    for (const table of all) {
      await database.query(
        `create trigger no_room before ${table === FullDisk.PROBE ? 'insert' : 'update'} on ${table} execute function no_room()`,
      );
    }
    return new FullDisk(database, all);
  }

  async empty(): Promise<void> {
    for (const table of this.tables) await this.database.query(`drop trigger no_room on ${table}`);
  }
}
