import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTION = 'number_change_events(integer)';

/**
 * Events are numbered four times a second, some at a time, and planning took as long as all the rest. The plan is kept; it reads what
 * waits by its index, however little that was when the plan was made.
 */
export class EventsNumberedByOnePlan1700000003830 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter function ${FUNCTION} set plan_cache_mode = force_generic_plan;
      alter function ${FUNCTION} set enable_seqscan = off`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${FUNCTION} reset all`);
  }
}
