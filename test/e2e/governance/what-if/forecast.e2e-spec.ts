import { unique, type Asset, type Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

const DAY = 86_400_000;

interface WhatIf {
  readonly check: {
    readonly compatible: boolean;
    readonly changes: readonly { readonly path: string }[];
    readonly consumers?: readonly object[];
  };
  readonly now: {
    readonly stated: number;
    readonly held: number;
    readonly broken: readonly { readonly promise: string }[];
    readonly unknown: readonly { readonly promise: string; readonly reason: string }[];
  };
  readonly days: readonly {
    readonly day: string;
    readonly outcome: string;
    readonly reason?: string;
    readonly promises?: readonly string[];
  }[];
  readonly policy: {
    readonly mode: string;
    readonly outcome: string;
    readonly message?: string;
    readonly source: object;
  };
  readonly approvers: readonly { readonly id: string }[];
  readonly deadline: number | null;
  readonly budget: readonly { readonly name: string }[];
}

const ID = { name: 'id', dataType: 'BIGINT' };
const EMAIL = { name: 'email', dataType: 'VARCHAR', dataLength: 320 };
const NOTE = { name: 'note', dataType: 'TEXT' };

describe('what a save of a contract would come to', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let reviewer: Person;
  let consumer: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    owner = await world.person();
    reviewer = await world.person();
    consumer = await world.person();
  });

  const at = ({ id }: { readonly id: string }, more = '/whatIf') => `/dataContracts/${id}${more}`;
  const ask = (contract: { readonly id: string }, draft: object, by: Person = owner): Promise<WhatIf> =>
    by.client.must<WhatIf>('POST', at(contract), draft);
  const noon = (daysAgo: number) => Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + DAY / 2;
  const dayOf = (daysAgo: number) => new Date(noon(daysAgo)).toISOString().slice(0, 10);
  const outcomeOf = ({ days }: WhatIf, daysAgo: number) => {
    const { day: _day, ...outcome } = days.find(({ day }) => day === dayOf(daysAgo))!;
    return outcome;
  };
  async function profile(table: string, daysAgo: number, email: object, note: object = {}): Promise<void> {
    const timestamp = noon(daysAgo);
    await world.admin.must('PUT', `/tables/${table}/tableProfile`, {
      tableProfile: { timestamp, rowCount: 100 },
      columnProfile: [
        { name: 'email', timestamp, valuesCount: 100, ...email },
        { name: 'note', timestamp, valuesCount: 100, ...note },
      ],
    });
  }
  const push = (contract: Contract, daysAgo: number, result: object) =>
    world.admin.must('PUT', at(contract, '/results'), { timestamp: noon(daysAgo), ...result });
  const owned = (more: object = {}): Promise<Contract> => world.contract({ owners: [owner.ref], ...more });

  describe('by what is stored', () => {
    it('compares the verdict of each day with what it would have been, and stores nothing', async () => {
      const contract = await owned();
      const table = contract.entity.id;
      await profile(table, 9, { nullCount: 3 });
      await profile(table, 5, { nullCount: 0 });
      const passed = { contractExecutionStatus: 'Success' };
      for (const day of [12, 8, 4]) await push(contract, day, passed);
      await push(contract, 6, {
        contractExecutionStatus: 'Failed',
        schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['email'] },
      });
      const before = await world.admin.must<object>('GET', at(contract, '?fields=*'));
      const patch = [{ op: 'add', path: '/schema/1/constraint', value: 'NOT_NULL' }];
      const answer = await ask(contract, { patch });
      expect(answer.check).toEqual({
        compatible: true,
        changes: [expect.objectContaining({ path: 'schema.email.constraint' })],
      });
      expect(answer.now).toEqual({ stated: 3, held: 3, broken: [], unknown: [] });
      expect(answer.days).toHaveLength(30);
      expect([12, 8, 6, 4, 3].map((day) => outcomeOf(answer, day))).toEqual([
        { outcome: 'unknown', reason: 'noEvidence' },
        { outcome: 'wouldFail', promises: ['schema.email.NOT_NULL'] },
        { outcome: 'same' },
        { outcome: 'same' },
        { outcome: 'unknown', reason: 'noResult' },
      ]);
      expect(answer).toMatchObject({
        policy: { mode: 'open', outcome: 'saved' },
        approvers: [],
        deadline: null,
        budget: [],
      });
      // What failed and is no promise any more would not have failed.
      const dropped = await ask(contract, { patch: [{ op: 'remove', path: '/schema/1' }] });
      expect(outcomeOf(dropped, 6)).toEqual({ outcome: 'wouldHold' });
      expect(await world.admin.must<object>('GET', at(contract, '?fields=*'))).toEqual(before);
      const versions = await world.admin.must<{ versions: readonly unknown[] }>('GET', at(contract, '/versions'));
      expect(versions.versions).toHaveLength(1);
    });

    it('tells a test that has no result yet from one that failed', async () => {
      const contract = await owned();
      const entityLink = `<#E::table::${contract.fullyQualifiedName.replace(/\.[^.]+$/, '')}::columns::email>`;
      const value = [];
      for (const name of ['never_run', 'failed']) {
        const body = { name, entityLink, testDefinition: 'columnValuesToBeNotNull' };
        const made = await world.admin.must<Asset>('POST', '/dataQuality/testCases', body);
        value.push({ id: made.id, type: 'testCase' });
        const at = `/dataQuality/testCases/${encodeURIComponent(made.fullyQualifiedName)}/testCaseResult`;
        if (name === 'failed') await world.admin.must('PUT', at, { timestamp: noon(1), testCaseStatus: 'Failed' });
      }
      const { now } = await ask(contract, { patch: [{ op: 'add', path: '/qualityExpectations', value }] });
      expect(now.broken.map((one) => 'notComputed' in one)).toEqual([true, false]);
    });

    it('judges bounds of past days by profiles, and says of a new contract on which days it would have failed', async () => {
      const table = await world.contracts.table({ owners: [owner.ref] });
      await profile(table.id, 7, { nullCount: 0, minLength: 3, maxLength: 90 });
      await profile(table.id, 3, { nullCount: 2, minLength: 3, maxLength: 20 });
      const document = draftOf(table, [{ ...EMAIL, extension: { logicalTypeOptions: { maxLength: 50 } } }]);
      const maker = await world.personWho(['Create', 'ViewBasic']);
      const answer = await maker.client.must<WhatIf>('POST', '/dataContracts/whatIf', { document });
      expect(answer.check).toEqual({ compatible: true, changes: [] });
      expect(answer.now).toEqual({
        ...{ stated: 2, held: 1, broken: [] },
        unknown: [{ promise: 'schema.email.maxLength', reason: 'noSource' }],
      });
      expect(outcomeOf(answer, 6)).toEqual({ outcome: 'wouldFail', promises: ['schema.email.maxLength'] });
      expect(outcomeOf(answer, 8)).toEqual({
        outcome: 'unknown',
        reason: expect.stringMatching(/noEvidence|assetChanged/),
      });
      expect(outcomeOf(answer, 0)).toEqual({ outcome: 'wouldHold' });
      expect((await world.admin.get(`/dataContracts/entity?entityId=${table.id}&entityType=table`)).status).toBe(404);
    });

    it('tells no values of hidden columns to who may not see samples, whatever bounds are tried', async () => {
      await world.admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
      await world.admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
      const tags = [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
      const table = await world.contracts.table({ columns: [ID, { ...EMAIL, tags }, NOTE] });
      await profile(table.id, 1, { nullCount: 5, maxLength: 90 }, { maxLength: 90 });
      const schema = [EMAIL, NOTE];
      const contract = await world.admin.must<Contract>('POST', '/dataContracts', {
        ...draftOf(table, schema),
        owners: [owner.ref],
      });
      await push(contract, 0, { contractExecutionStatus: 'Success' });
      const bounded = schema.map((one) => ({
        ...one,
        constraint: 'NOT_NULL',
        extension: { logicalTypeOptions: { maxLength: 50 } },
      }));
      const document = draftOf(table, bounded);
      const answer = await ask(contract, { document: { ...document, owners: [owner.ref] } });
      expect(answer.now.unknown.filter(({ promise }) => promise.startsWith('schema.email'))).toEqual([
        { promise: 'schema.email.NOT_NULL', reason: 'hidden' },
        { promise: 'schema.email.maxLength', reason: 'hidden' },
      ]);
      expect(outcomeOf(answer, 0)).toEqual({ outcome: 'wouldFail', promises: ['schema.note.maxLength'] });
      const alone = await ask(contract, { document: { ...draftOf(table, [bounded[0]!, NOTE]), owners: [owner.ref] } });
      expect(outcomeOf(alone, 0)).toEqual({ outcome: 'unknown', reason: 'hidden' });
      const all = await world.admin.must<WhatIf>('POST', at(contract), {
        document: draftOf(table, [bounded[0]!, NOTE]),
      });
      expect(outcomeOf(all, 0)).toMatchObject({ outcome: 'wouldFail' });
    });
  });

  describe('by the rules of change', () => {
    async function governed(change: object, people: object = {}): Promise<Contract> {
      const contract = await owned({ reviewers: [reviewer.ref], ...people });
      const scope = { type: 'dataContract', id: contract.id };
      await world.admin.must('PUT', '/dataContracts/policies', { scope, change });
      return contract;
    }
    const drop = { patch: [{ op: 'remove', path: '/schema/1' }] };

    it('says who approves and until when consumers decide, as the save and its approval then do', async () => {
      const contract = await governed({ mode: 'consented', consentPeriod: 'P14D' });
      await consumer.client.must('PUT', at(contract, '/consumers'), { party: consumer.ref, purpose: 'Reports' });
      const said = await ask(contract, drop);
      expect(said.check).toMatchObject({ compatible: false, consumers: [{ purpose: 'Reports' }] });
      expect(said.policy).toMatchObject({ mode: 'consented', outcome: 'proposal', source: { id: contract.id } });
      expect(said.approvers.map(({ id }) => id)).toContain(reviewer.id);
      expect(said.approvers.map(({ id }) => id)).not.toContain(owner.id);
      expect(
        (await world.admin.must<{ paging: { total: number } }>('GET', at(contract, '/proposals'))).paging.total,
      ).toBe(0);
      const saved = await owner.client.patch<{ id: string; round: number }>(at(contract, ''), drop.patch);
      expect(saved.status).toBe(202);
      expect(saved.headers.get('x-change-policy')).toBe(said.policy.mode);
      const again = await ask(contract, drop);
      expect(again.policy.outcome).toBe('proposal');
      const review = { decision: 'approve', round: saved.body.round };
      const path = at(contract, `/proposals/${saved.body.id}/review`);
      const { deadline } = await reviewer.client.must<{ deadline: number }>('POST', path, review);
      expect(Math.abs(deadline - again.deadline!)).toBeLessThan(60_000);
      expect(Math.abs(deadline - said.deadline!)).toBeLessThan(60_000);
    });

    it('says that nothing waits for what is free, and what stands in the way', async () => {
      const contract = await governed({ mode: 'reviewed' });
      const words = await ask(contract, { patch: [{ op: 'add', path: '/description', value: 'Orders' }] });
      expect(words).toMatchObject({ policy: { mode: 'reviewed', outcome: 'saved' }, approvers: [], deadline: null });
      expect((await ask(contract, { patch: [] })).policy.outcome).toBe('unchanged');
      expect(await ask(contract, drop)).toMatchObject({ policy: { outcome: 'proposal' }, deadline: null });
      await world.admin.must('PATCH', at(contract, ''), [{ op: 'remove', path: '/schema/0' }]).catch(() => undefined);
      const refused = await ask(contract, drop);
      const save = await owner.client.patch<{ message: string }>(at(contract, ''), drop.patch);
      expect([refused.policy.outcome, save.status]).toEqual(['refused', 409]);
      expect(save.body.message).toContain(refused.policy.message);
    });

    it('says that a new contract waits for a review', async () => {
      const tag = await governedTag();
      const table = await world.contracts.table();
      const document = {
        ...draftOf(table, [ID]),
        owners: [reviewer.ref],
        tags: [{ tagFQN: tag }],
        entityStatus: 'Active',
      };
      const said = await world.admin.must<WhatIf>('POST', '/dataContracts/whatIf', { document });
      expect(said.policy).toMatchObject({ mode: 'reviewed', outcome: 'review' });
      expect(said.approvers.map(({ id }) => id)).toContain(reviewer.id);
      const made = await world.admin.must<Contract>('POST', '/dataContracts', document);
      expect(made.entityStatus).toBe('In Review');
    });

    async function governedTag(): Promise<string> {
      const name = `k${Date.now().toString(36)}`;
      await world.admin.must('PUT', '/classifications', { name, description: 'Rules' });
      const { id } = await world.admin.must<{ id: string }>('PUT', '/tags', {
        name: 'reviewed',
        classification: name,
        description: 'Rules',
      });
      await world.admin.must('PUT', '/dataContracts/policies', {
        scope: { type: 'tag', id },
        change: { mode: 'reviewed' },
      });
      return `${name}.reviewed`;
    }
  });

  it('shows the objectives', async () => {
    const contract = await owned();
    const objective = { name: 'valid days', on: 'status', unit: 'days', target: 95, window: { rolling: 'P30D' } };
    await world.admin.must('PUT', at(contract, '/objectives'), { objectives: [objective] });
    expect((await ask(contract, { patch: [] })).budget).toMatchObject([{ name: 'valid days' }]);
  });

  it('counts what the next run counts on the same evidence', async () => {
    const contract = await owned();
    await profile(contract.entity.id, 1, { nullCount: 3, uniqueCount: 100 }, { nullCount: 0 });
    const drafts = [
      [{ op: 'add', path: '/schema/1/constraint', value: 'NOT_NULL' }],
      [{ op: 'add', path: '/schema/1/constraint', value: 'UNIQUE' }],
      [{ op: 'add', path: '/schema/-', value: { name: 'gone', dataType: 'INT' } }],
      [{ op: 'add', path: '/semantics', value: [{ name: 'hasDescription' }, { name: 'by people' }] }],
      [{ op: 'add', path: '/sla', value: { refreshFrequency: 'P1D', retention: 'P1Y' } }],
      [{ op: 'add', path: '/schema/0/extension', value: { enum: [1, 2], logicalTypeOptions: { minimum: 0 } } }],
      [{ op: 'add', path: '/termsOfUse', value: 'Ask first' }],
    ];
    for (const patch of drafts) {
      // Columns may be missing in the asset while they are agreed.
      const { now } = await ask(contract, { patch });
      const saved = await owner.client.patch(at(contract, '?allowDrift=true'), patch);
      expect([patch, saved.status]).toEqual([patch, 200]);
      const { body: run } = await world.admin.post<{ details: { promises: Record<string, number> } }>(
        at(contract, '/validate?evidence=stored&fields=details'),
        undefined,
        { prefer: 'wait=60' },
      );
      const { stated, held, broken } = run.details.promises;
      expect([patch, now.stated, now.held, now.broken.length]).toEqual([patch, stated, held, broken]);
    }
  });

  const draftOf = ({ id }: Pick<Asset, 'id'>, schema: readonly object[]) => ({
    ...{ name: unique('w'), entity: { id, type: 'table' }, schema },
  });
});
