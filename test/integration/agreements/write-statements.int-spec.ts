import { AgreementsModule } from '@app/agreements';
import { statementsOf } from '../../support/recording-client';
import { ContractFixture, type Document } from '../contracts/contract.fixture';

/** Statements of a transaction that only begin it, end it or set a savepoint. */
const OF_TRANSACTIONS = /^(START TRANSACTION\b.*|COMMIT|savepoint \w+)$/;
const SCHEMA = [{ name: 'id', dataType: 'BIGINT' }];

describe('the statements of a write of a contract', () => {
  let plain: ContractFixture;
  let governed: ContractFixture;

  beforeAll(async () => {
    [plain, governed] = await Promise.all([ContractFixture.open(), ContractFixture.open([AgreementsModule])]);
  });
  afterEach(() => governed.database.query('delete from contract_policy'));
  afterAll(() => Promise.all([plain?.close(), governed?.close()]));

  const counted = async (work: () => Promise<unknown>): Promise<number> =>
    (await statementsOf(work)).filter(({ text }) => !OF_TRANSACTIONS.test(text)).length;
  const active = (contracts: ContractFixture) => contracts.contract({ entityStatus: 'Active', schema: SCHEMA });
  const body = ({ name, entity }: Document, more: object = {}) => ({
    ...{ name, entity, entityStatus: 'Active', schema: SCHEMA, description: 'Orders.' },
    ...more,
  });

  type Write = (contracts: ContractFixture, contract: Document) => Promise<unknown>;
  const sla = { refreshFrequency: 'P1D' };
  const WRITES: readonly (readonly [string, Write])[] = [
    ['a PUT of an attribute', (contracts, contract) => contracts.put(body(contract))],
    ['a PUT of a promise', (contracts, contract) => contracts.put(body(contract, { sla }))],
    ['a PATCH', (contracts, { id }) => contracts.patch({ id }, [{ op: 'add', path: '/sla', value: sla }])],
  ];

  /** Of a second one of its kind: what is known of the first one is known then. */
  async function statements(contracts: ContractFixture, write: Write): Promise<number> {
    await write(contracts, await active(contracts));
    const contract = await active(contracts);
    return counted(() => write(contracts, contract));
  }

  it.each(WRITES)('are as many where nothing is governed: %s', async (_, write) => {
    expect(await statements(governed, write)).toBe(await statements(plain, write));
  });

  it.each(WRITES)('are one more where a policy governs another contract: %s', async (_, write) => {
    const before = await statements(plain, write);
    const { id } = await active(governed);
    await governed.database.query(
      `insert into contract_policy (id, scope, change, change_managed, updated_at, updated_by)
       select gen_random_uuid(), node, '{"mode": "consented"}', true, 0, 'admin' from entity where id = $1`,
      [id],
    );
    expect(await statements(governed, write)).toBe(before + 1);
  });
});
