import type { MigrationInterface, QueryRunner } from 'typeorm';

const POLICY_ID = '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b04';

const CONSUMER = ['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'];

const BEFORE = {
  description: 'What a consumer may, and create and edit entities, lineage and results.',
  rules: [
    {
      ...{ name: 'BotRule', effect: 'allow', resources: ['All'] },
      operations: [...CONSUMER, 'Create', 'EditAll', 'EditLineage', 'ManageResults'],
    },
  ],
};

const SERVICES = ['database', 'messaging', 'dashboard', 'pipeline', 'mlmodel', 'storage', 'search', 'api'];

const AFTER = {
  description:
    'What a consumer may, and create and edit entities, lineage and results; delete softly, but no services, domains, teams and contracts.',
  rules: [
    {
      ...{ name: 'BotRule', effect: 'allow', resources: ['All'] },
      operations: [...CONSUMER, 'Create', 'Delete', 'EditAll', 'EditLineage', 'ManageResults'],
    },
    { name: 'BotNeverForGood', effect: 'deny', operations: ['HardDelete'], resources: ['All'] },
    {
      ...{ name: 'BotNeverDeletes', effect: 'deny', operations: ['Delete'] },
      resources: [...SERVICES.map((kind) => `${kind}Service`), 'domain', 'team', 'dataContract'],
    },
  ],
};

/** The role Bot deletes softly. A policy that an administrator has given other rules stays what it is. */
export class BotsDeleteSoftly1700000002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, BEFORE, AFTER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, AFTER, BEFORE);
  }
}

async function replace(runner: QueryRunner, from: typeof BEFORE, to: typeof BEFORE): Promise<void> {
  await runner.query(
    `update entity set details = jsonb_set(details, '{rules}', $3::jsonb),
            body = case when body ->> 'description' = $4 then jsonb_set(body, '{description}', to_jsonb($5::text)) else body end
      where id = $1::uuid and details -> 'rules' = $2::jsonb`,
    [POLICY_ID, JSON.stringify(from.rules), JSON.stringify(to.rules), from.description, to.description],
  );
}
