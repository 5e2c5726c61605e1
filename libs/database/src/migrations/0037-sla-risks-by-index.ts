import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Contracts whose SLA is at risk are found by stored looks at their targets. Each contract with a target is looked at once. */
export class SlaRisksByIndex0000000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table contract_notice_due add column if not exists is_at_risk boolean not null default false,
         add column if not exists holds_until bigint not null default 0`,
    );
    await runner.query(
      'create index if not exists contract_notice_due_risk on contract_notice_due (contract) where is_at_risk',
    );
    await runner.query(
      `create index if not exists contract_notice_due_holds on contract_notice_due (holds_until) where type = 'contractSlaAtRisk'`,
    );
    await applySchema(
      runner,
      'functions/look_at_sla_of.sql',
      'triggers/bring_notices_forward.sql',
      'triggers/look_at_sla_contract.sql',
      'triggers/look_at_sla_entity.sql',
      'triggers/look_at_sla_observation.sql',
    );
    await runner.query('select look_at_sla_of(array(select node from contract where live))');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
