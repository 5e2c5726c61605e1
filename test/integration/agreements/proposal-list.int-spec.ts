import { AgreementsModule, ProposalService, type ProposalListRequest } from '@app/agreements';
import { statementsOf, type SentStatement } from '../../support/recording-client';
import { ADMIN } from '../catalog/catalog.fixture';
import { ContractFixture } from '../contracts/contract.fixture';

const DUE = 100;
const LIMIT = 10;
/** Of a list: its rows and their number. */
const MOST_STATEMENTS = 2;

interface Page {
  readonly data: readonly { readonly state: string; readonly endedBy?: string }[];
  readonly paging: { readonly total: number };
}

describe(`a list of proposals where ${DUE} deadlines have passed and no worker has come by`, () => {
  let contracts: ContractFixture;

  beforeAll(async () => {
    contracts = await ContractFixture.open([AgreementsModule]);
    const made = await Promise.all(Array.from({ length: DUE }, () => contracts.contract()));
    await contracts.database.query(
      `insert into contract_proposal (id, contract, kind, state, round, base_version, base, edits, changes, breaking, terms, options,
         author_id, author_name, opened_at, consent_from, deadline, parties)
       select gen_random_uuid(), node, 'edit', 'AwaitingConsent', 1, 1, '{}', '{}', '[]', true, '{"atDeadline": "reject"}', '{}', $2, 'admin', 0, 0, 1,
              jsonb_build_array(jsonb_build_object('consumer', gen_random_uuid(), 'decision', 'object', 'party', jsonb_build_object('id', $2::uuid)))
         from entity where id = any($1::uuid[])`,
      [made.map(({ id }) => id), ADMIN.id],
    );
    // The declarations of the consumers: without them no consumer could object.
    await contracts.database.query(
      `insert into contract_consumer (id, contract, party, purpose, by_party, declared_at, updated_at)
       select (p.parties -> 0 ->> 'consumer')::uuid, p.contract, (select node from entity where id = $1), 'reports', true, 0, 0 from contract_proposal p`,
      [(await contracts.user()).id],
    );
  });
  afterAll(() => contracts?.close());

  async function listed(query: Omit<ProposalListRequest, 'limit'>): Promise<{ page: Page; sent: SentStatement[] }> {
    let page: object | undefined;
    const sent = await statementsOf(async () => {
      page = await contracts.part(ProposalService).list(ADMIN, { limit: LIMIT, ...query });
    });
    return { page: page as Page, sent };
  }
  const stillOpen = async (): Promise<number> =>
    (await contracts.database.query('select from contract_proposal where ended_at is null')).length;

  it.each<[string, Omit<ProposalListRequest, 'limit'>]>([
    ['of those that await consent', { state: 'AwaitingConsent' }],
    ['of those that wait for the actor', { mine: ['author', 'party'] }],
  ])('%s shows none of them, and applies none', async (_what, query) => {
    const { page, sent } = await listed(query);
    expect(page).toMatchObject({ data: [], paging: { total: 0 } });
    expect(sent.length).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(await stillOpen()).toBe(DUE);
  });

  it('of all applies those that it shows', async () => {
    const { page } = await listed({});
    expect(page.data).toHaveLength(LIMIT);
    for (const shown of page.data) expect(shown).toMatchObject({ state: 'Rejected', endedBy: 'deadline' });
    expect(page.paging.total).toBe(DUE);
    expect(await stillOpen()).toBe(DUE - LIMIT);
  });

  it('of those that were rejected shows all of them', async () => {
    const { page } = await listed({ state: 'Rejected' });
    expect(page.paging.total).toBe(DUE);
  });
});
