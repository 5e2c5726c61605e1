import { utcMinute } from '@app/common';
import { eventually } from '../../support/eventually';
import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Notice {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly contract: { readonly id: string };
  readonly role: string;
  readonly text: string;
  readonly link: string;
}
interface Page {
  readonly data: readonly Notice[];
  readonly paging: { readonly total: number; readonly after?: string; readonly before?: string };
}

const PATH = '/dataContracts/notices';

describe('notices of contracts', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let ann: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, ann] = [await world.person(), await world.person()];
  });

  const page = (who: Person, query: string) => who.client.must<Page>('GET', `${PATH}?${query}`);
  const told = (who: Person, { id }: Contract, count: number): Promise<Page> =>
    eventually(
      () => page(who, `contract=${id}&limit=100`),
      ({ data }) => data.length >= count,
    );
  const push = ({ id }: Contract, timestamp: number, contractExecutionStatus: string) =>
    world.admin.must('PUT', `/dataContracts/${id}/results`, { timestamp, contractExecutionStatus });
  const deprecate = ({ id }: Contract, by = world.admin) =>
    by.patch(`/dataContracts/${id}`, [{ op: 'replace', path: '/entityStatus', value: 'Deprecated' }]);

  it('list what happened to contracts that concern the caller, the newest first, page by page', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    await ann.client.put(`/dataContracts/${contract.id}/consumers`, { party: ann.ref, purpose: 'Reports' });
    const at = Date.now() - 60_000;
    await push(contract, at, 'Failed');
    await push(contract, at + 1, 'Success');
    await deprecate(contract);
    const { data, paging } = await told(ann, contract, 3);
    expect(data.map(({ type, role }) => [type, role])).toEqual([
      ['contractDeprecated', 'consumer'],
      ['contractRecovered', 'consumer'],
      ['contractFailed', 'consumer'],
    ]);
    expect(paging.total).toBe(3);
    expect(data[2]).toMatchObject({
      timestamp: at,
      contract: { id: contract.id, type: 'dataContract' },
      text: `The contract ${contract.fullyQualifiedName} fails since ${utcMinute(at)}.`,
      link: expect.stringMatching(new RegExp(`/alert\\?contract=${contract.id}$`)) as unknown,
    });
    const ofContract = expect.stringContaining(
      `/contract?fqn=${encodeURIComponent(contract.fullyQualifiedName)}`,
    ) as unknown;
    expect(data.slice(0, 2)).toMatchObject([{ link: ofContract }, { link: ofContract }]);
    expect((await told(owner, contract, 3)).data.map(({ role }) => role)).toEqual(['owner', 'owner', 'owner']);

    const first = await page(ann, `contract=${contract.id}&limit=2`);
    const second = await page(ann, `contract=${contract.id}&limit=2&after=${encodeURIComponent(first.paging.after!)}`);
    expect([...first.data, ...second.data]).toEqual(data);
    const back = await page(ann, `contract=${contract.id}&limit=2&before=${encodeURIComponent(second.paging.before!)}`);
    expect(back.data).toEqual(first.data);
    const only = async (query: string) =>
      (await page(ann, `contract=${contract.id}&${query}`)).data.map(({ type }) => type);
    expect(await only('type=contractFailed')).toEqual(['contractFailed']);
    expect(await only(`startTs=${at}&endTs=${at}`)).toEqual(['contractFailed']);
    expect(await only(`startTs=${at + 1}`)).toEqual(['contractDeprecated', 'contractRecovered']);
  });

  it('tell nobody what they did themselves', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    await world.admin.must('PUT', `/dataContracts/${contract.id}/consumers`, { party: ann.ref, purpose: 'x' });
    expect((await deprecate(contract, owner.client)).status).toBe(200);
    expect((await told(ann, contract, 1)).data.map(({ type }) => type)).toEqual(['contractDeprecated']);
    expect((await page(owner, `contract=${contract.id}`)).data).toEqual([]);
  });

  it('tell owners no verdict of a contract without policy and consumer', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    await push(contract, Date.now() - 60_000, 'Failed');
    await deprecate(contract);
    expect((await told(owner, contract, 1)).data.map(({ type }) => type)).toEqual(['contractDeprecated']);
  });

  it('tell of a contract that is written when its dates have come, and not of one that is made so', async () => {
    const [written, old] = [
      await world.contract({ owners: [owner.ref] }),
      await world.contract({ owners: [owner.ref], effectiveUntil: '2020-01-01T00:00:00Z' }),
    ];
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await world.admin.patch(`/dataContracts/${written.id}`, [{ op: 'add', path: '/effectiveUntil', value: soon }]);
    expect((await told(owner, written, 1)).data).toMatchObject([{ type: 'contractEnding', daysLeft: 7 }]);
    expect((await page(owner, `contract=${old.id}`)).data).toEqual([]);
  });

  it('leave out contracts that the caller may not view any more', async () => {
    const reader = await world.person();
    const contract = await world.contract();
    await reader.client.put(`/dataContracts/${contract.id}/consumers`, { party: reader.ref, purpose: 'x' });
    await deprecate(contract);
    await told(reader, contract, 1);
    await world.admin.delete(`/dataContracts/${contract.id}`);
    expect((await page(reader, `contract=${contract.id}`)).paging.total).toBe(0);
    await world.admin.must('PUT', '/dataContracts/restore', { id: contract.id });
    expect((await page(reader, `contract=${contract.id}`)).paging.total).toBe(1);
  });

  it('tell consumers that a contract went with its asset', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    await ann.client.put(`/dataContracts/${contract.id}/consumers`, { party: ann.ref, purpose: 'Reports' });
    await world.admin.must('DELETE', `/tables/${contract.entity.id}?recursive=true`);
    expect((await told(ann, contract, 1)).data).toMatchObject([{ type: 'contractEnded', reason: 'assetDeleted' }]);
    expect((await page(owner, `contract=${contract.id}`)).data).toEqual([]);
  });

  it.each([
    ['type=nothing', 'type'],
    ['contract=nothing', 'contract'],
    ['startTs=-1', 'startTs'],
    ['endTs=soon', 'endTs'],
    ['limit=1001', 'limit'],
    ['after=nothing', 'after'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await ann.client.get<{ details?: { field: string }[]; message: string }>(
      `${PATH}?${query}`,
    );
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
  });
});
