import { Database } from '@app/database';
import { ResultRetentionSweep } from '@app/results';
import { register } from 'prom-client';
import { IncidentMetrics } from '../../../libs/incidents/src/contracts/incident-metrics';
import { IncidentRepository } from '../../../libs/incidents/src/contracts/incident.repository';
import { IncidentNoticeRepository } from '../../../libs/incidents/src/contracts/incident-notice.repository';
import { DueNoticeRepository } from '../../../libs/notices/src/due/due-notice.repository';
import { SpellRepository } from '../../../libs/learned/src/warnings/spell.repository';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { PolicyMovesRepository } from '../../../libs/agreements/src/policies/policy-moves.repository';
import { ProposalRepository } from '../../../libs/agreements/src/proposals/proposal.repository';
import { PolicyRepository } from '../../../libs/agreements/src/policies/policy.repository';
import { ScheduleRepository } from '../../../libs/schedules/src/schedule.repository';
import { CLAIMABLE } from '../../../libs/validation/src/runs/work/run-statements';
import { blocksOf, RecordingClient, statementsOf } from '../../support/recording-client';
import { ContractWorld } from '../runs/support/contract-world';

const CONTRACTS = 3_000;
/** Blocks of a round that finds nothing: the way down an index or two. */
const MOST_BLOCKS = 10;
/** Of the policies of a contract: those of its asset, what that lies in, and their domains. */
const MOST_OF_POLICIES = 60;
/** Of a count for the metrics: the pages of an index of all that is open. */
const MOST_OF_COUNTS = 40;

/** Everything is due in a day. */
const FILL = [
  `insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by)
   select node, 'validation', '0 0 * * *', 'UTC', true, now() + interval '1 day', 'admin' from contract`,
  // A kind whose queue is full: all of it is due.
  `insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by)
   select asset, 'check', '0 0 * * *', 'UTC', true, now() - interval '1 day', 'admin' from contract`,
  `insert into contract_incident (contract, status, opened_at, created_at, first_result, rules, is_settled, snoozed_until, updated_at)
   select node, 'New', 0, 0, jsonb_build_object('result', repeat('x', 500)), '{}', true, extract(epoch from now() + interval '1 day') * 1000, 0 from contract`,
  // They count for days to come, or until the next push.
  `insert into contract_part (contract, producer, timestamp, status, body, details, placed_at, summed_at, lasting)
   select node, producer, timestamp, 'Success', '{}', '{}', 0, 0, producer = 'service'
     from contract cross join (values ('dbt', extract(epoch from now()) * 1000), ('service', 0)) p (producer, timestamp)`,
  // They had ended when their incidents were opened.
  `update contract set effective_until = -1`,
  `insert into contract_policy_move (contract, transaction, moved_at, because, policies, until)
   select node, '1', 0, 'tags', '[]', extract(epoch from now() + interval '1 day') * 1000 from contract`,
  `insert into contract_notice_due (contract, type, due_at)
   select node, type, extract(epoch from now() + interval '1 day') * 1000
     from contract cross join unnest('{contractNotValidated,contractSlaAtRisk}'::text[]) t (type)`,
  `insert into contract_policy (id, scope, incidents, change_managed, updated_at, updated_by)
   select gen_random_uuid(), node, '{}', false, 0, 'admin' from contract`,
  `insert into contract_proposal (id, contract, kind, state, round, base_version, base, edits, changes, breaking, terms, options, author_id, author_name,
     opened_at, consent_from, deadline, parties)
   select gen_random_uuid(), node, 'edit', 'AwaitingConsent', 1, 1, '{}', '{}', '[]', true, '{}', '{}', gen_random_uuid(), 'author',
     0, 0, extract(epoch from now() + interval '1 day') * 1000, jsonb_build_array(jsonb_build_object('consumer', gen_random_uuid(), 'decision', 'pending'))
     from contract`,
  `insert into contract_objective (contract, objectives, updated_by, look_at)
   select node, '[]', 'admin', extract(epoch from now() + interval '1 day') * 1000 from contract`,
  // A domain without assets, whose policy warns.
  `with made as (
     insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
     values (gen_random_uuid(), 'domain', 'empty', 'empty', 1, 0, 'test', '{}', '{}') returning node)
   insert into contract_policy (id, scope, learned, change_managed, updated_at, updated_by)
   select gen_random_uuid(), node, '{"volume": "warn"}', false, 0, 'admin' from made`,
  `insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by, lease_until)
   select gen_random_uuid(), node, 0, 'Running', 'api', 'batch', 'admin', now() + interval '1 day' from contract`,
];

describe(`what is due of ${CONTRACTS} contracts`, () => {
  let world: ContractWorld;
  let database: Database;
  let contract: string;

  beforeAll(async () => {
    world = await ContractWorld.create();
    const made = await world.contracts(CONTRACTS);
    contract = made[7]!.node;
    for (const text of FILL) await world.database.query(text);
    await world.database.query('vacuum analyze');
    database = await Database.connect({ url: world.url, poolSize: 1, Client: RecordingClient });
  });
  afterAll(async () => {
    await database.close();
    await world.destroy();
  });

  const ROUNDS: readonly (readonly [string, string, (database: Database) => Promise<unknown>])[] = [
    [
      'schedules of contracts, beside others that are due',
      'schedule s',
      (it) => it.transaction((tx) => new ScheduleRepository(it).due(tx, 'validation', 100)),
    ],
    [
      'the next schedules of each kind',
      'schedule s',
      (it) => new ScheduleRepository(it).nextOfKinds(['validation', 'check', 'crawl']),
    ],
    [
      'incidents whose contracts have ended',
      'incident_input',
      (it) => new IncidentRepository(it).look(Date.now() - 300_000),
    ],
    ['snoozes that end', 'snoozed_until', (it) => new IncidentNoticeRepository(it).snoozes()],
    ['notices that time brings', 'contract_notice_due', (it) => new DueNoticeRepository(it).isDue()],
    ['subscriptions that begin to ask', 'event_subscription', (it) => new DueNoticeRepository(it).walk()],
    ['error budgets', 'contract_objective', (it) => new ObjectiveRepository(it).takeDue(30_000, 200)],
    ['deadlines of proposals', 'contract_proposal', (it) => new ProposalRepository(it).due(100)],
    ['parts of results that count no more', 'contract_part', (it) => new ResultRetentionSweep(it, undefined).run()],
    ['moves that have ended', 'contract_policy_move', (it) => new PolicyMovesRepository(it).purge()],
    [
      'runs without a worker',
      'validation_run',
      (it) => it.query(`select lane from unnest($1::text[]) l (lane) where ${CLAIMABLE}`, [['batch']]),
    ],
  ];

  const blocks = async (from: string, round: (database: Database) => Promise<unknown>): Promise<number> => {
    const sent = await statementsOf(
      () => round(database),
      ({ text }) => text.includes(from),
    );
    expect(sent).toHaveLength(1);
    return blocksOf(database, sent[0]!);
  };

  it.each(ROUNDS)('is looked up by an index: %s', async (_what, from, round) => {
    expect(await blocks(from, round)).toBeLessThanOrEqual(MOST_BLOCKS);
  });

  it('is counted for metrics from an index: open incidents', async () => {
    const counted = async (it: Database): Promise<void> => {
      const metrics = new IncidentMetrics(it);
      metrics.onModuleInit();
      const text = await register.getSingleMetricAsString('contract_incidents_open');
      metrics.onApplicationShutdown();
      expect(text).toMatch(new RegExp(`^contract_incidents_open\\{status="New"\\} ${CONTRACTS}$`, 'm'));
    };
    expect(await blocks('contract_incident', counted)).toBeLessThanOrEqual(MOST_OF_COUNTS);
  });

  it('is warned of by policies from which the contracts are looked up', async () => {
    expect(await blocks('contract_policy', (it) => new SpellRepository(it).due(0, 100))).toBeLessThanOrEqual(
      MOST_OF_POLICIES,
    );
  });

  it('is governed by policies that are looked up by an index', async () => {
    const ofContract = (it: Database) => new PolicyRepository(it).ofContract(contract);
    expect(await blocks('policies_of_contract', ofContract)).toBeLessThanOrEqual(MOST_OF_POLICIES);
  });
});
