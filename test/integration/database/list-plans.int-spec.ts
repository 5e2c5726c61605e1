import { KeysetPages, type KeysetPage } from '@app/common';
import { Conditions, Database } from '@app/database';
import { IncidentRepository } from '../../../libs/incidents/src/contracts/incident.repository';
import { ProposalRepository } from '../../../libs/agreements/src/proposals/proposal.repository';
import { FeedbackRepository } from '../../../libs/learned/src/feedback/feedback.repository';
import { SpellRepository } from '../../../libs/learned/src/warnings/spell.repository';
import { SubscriptionRepository } from '../../../libs/notifications/src/store/subscription.repository';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

const ID = '00000000-0000-0000-0000-000000000001';
const LIMIT = 10;

type List = readonly [
  name: string,
  keys: readonly unknown[],
  read: (database: Database, page: KeysetPage) => Promise<unknown>,
  index: string,
];

const LISTS: readonly List[] = [
  [
    'incidents',
    ['5', '1'],
    (database, page) => new IncidentRepository(database).page(Conditions.of(), { page, limit: LIMIT }),
    'contract_incident_opened',
  ],
  [
    'incidents by status',
    [1, '5', '1'],
    (database, page) => new IncidentRepository(database).page(Conditions.of(), { page, limit: LIMIT }, 'status'),
    'contract_incident_by_status',
  ],
  [
    'incidents by since',
    ['5', '1'],
    (database, page) => new IncidentRepository(database).page(Conditions.of(), { page, limit: LIMIT }, 'since'),
    'contract_by_since',
  ],
  [
    'incidents by name',
    ['a', ID],
    (database, page) => new IncidentRepository(database).page(Conditions.of(), { page, limit: LIMIT }, 'name'),
    'entity_list',
  ],
  [
    'proposals',
    ['5', ID],
    (database, page) => new ProposalRepository(database).page(Conditions.of(), { page, limit: LIMIT }),
    'contract_proposal_newest',
  ],
  [
    'subscriptions',
    ['a', ID],
    (database, page) => new SubscriptionRepository(database).page(ID, { page, limit: LIMIT }),
    'event_subscription_list',
  ],
  [
    'learned warnings',
    [5, 'volume'],
    (database, page) => new SpellRepository(database).page('1', undefined, { page, limit: LIMIT }),
    'learned_spell_pkey',
  ],
  [
    'learned feedback',
    [5, 'volume'],
    (database, page) => new FeedbackRepository(database).page('1', 'volume', { page, limit: LIMIT }),
    'learned_feedback_pkey',
  ],
];

/** The plans of empty tables, where the planner may neither read them as they are nor sort: they show what an index can answer. */
describe('lists behind a cursor', () => {
  const pages = new KeysetPages(Buffer.alloc(32, 7));
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 1 });
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await database.query(`set enable_${way} = off`);
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });

  it.each(LISTS)('%s go on by an index, both ways', async (_name, keys, read, index) => {
    for (const way of ['after', 'before'] as const) {
      const page = pages.open('list', { [way]: pages.open('list', {}).cursor(way, keys) });
      const queries = jest.spyOn(database, 'query');
      const reads = jest.spyOn(database, 'read');
      await read(database, page);
      const sent = [
        ...queries.mock.calls.map(([text, values]) => ({ text, values })),
        ...reads.mock.calls.map(([{ text }, values]) => ({ text, values })),
      ];
      jest.restoreAllMocks();
      const { text, values } = sent.find((one) => one.text.includes('order by'))!;
      const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).toContain(index);
      expect(lines).toMatch(/Index Cond: .*ROW\(/);
    }
  });
});
