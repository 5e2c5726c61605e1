import type { MigrationInterface, QueryRunner } from 'typeorm';

const POLICY_ID = '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b03';

const OWN_RULE = {
  ...{ name: 'DataStewardRule', effect: 'allow', resources: ['All'] },
  operations: [
    ...['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'],
    ...['EditDescription', 'EditTags', 'EditOwners', 'EditLineage', 'EditTests', 'ValidateContract', 'ManageResults'],
  ],
};

const BEFORE = {
  description:
    'What a consumer may, and describe, tag, assign owners, draw lineage, validate contracts, manage results.',
  rules: [OWN_RULE],
};

const AFTER = {
  description:
    'What a consumer may, and describe, tag, assign owners, draw lineage, write tests and contracts, validate these, manage results.',
  rules: [
    OWN_RULE,
    {
      ...{ name: 'DataStewardContracts', effect: 'allow', resources: ['dataContract'] },
      operations: ['Create', 'EditAll', 'Delete'],
    },
    { name: 'DataStewardTests', effect: 'allow', operations: ['Create'], resources: ['testCase'] },
  ],
};

/** The role DataSteward writes contracts. A policy that an administrator has given other rules stays what it is. */
export class StewardsWriteContracts1700000003911 implements MigrationInterface {
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
