import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** The schedules of validations and of data runs stand in one table. Workers of the build before make no runs of schedules behind it. */
export class OneTableOfSchedules0000000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isNew }] = (await runner.query(`select to_regclass('schedule') is not null as "isNew"`)) as [
      { isNew: boolean },
    ];
    if (isNew) return;
    await applySchema(runner, 'tables/schedule.sql');
    // A schedule that is put meanwhile waits, and is refused rather than lost.
    await runner.query('lock table contract_schedule, data_schedule in access exclusive mode');
    await runner.query(`
      insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by, request)
      select contract, 'validation', cron, timezone, enabled, next_at, updated_by,
             case when evidence = 'auto' then '{}' else jsonb_build_object('evidence', evidence) end from contract_schedule
      union all
      select target, kind, cron, timezone, enabled, next_at, updated_by, request from data_schedule`);
    await runner.query('drop table contract_schedule, data_schedule');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
