import { array, assert, asyncProperty, constantFrom, integer, record, subarray, type Arbitrary } from 'fast-check';
import { unique, type Asset, type Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

const DAY = 86_400_000;
const VALUES = 100;
const DAYS_AGO = [9, 5, 1];
/** Each tries half a dozen requests. */
const RUNS = 25;

interface WhatIf {
  readonly check: object;
  readonly now: { readonly stated: number; readonly held: number; readonly broken: readonly object[] };
  readonly days: readonly object[];
}

/** What a profile tells of a column. */
interface ColumnEvidence {
  readonly nullCount: number;
  readonly uniqueCount: number;
  readonly minLength: number;
  readonly maxLength: number;
}

/** What a draft promises of a column. */
interface Bounds {
  readonly constraint?: string;
  readonly options: Readonly<Record<string, number>>;
}

const EVIDENCE: Arbitrary<ColumnEvidence> = record({
  nullCount: constantFrom(0, 1, VALUES),
  uniqueCount: constantFrom(0, 40, VALUES),
  minLength: integer({ min: 0, max: 5 }),
  maxLength: integer({ min: 6, max: 60 }),
});
const EVIDENCE_OF_DAYS = array(EVIDENCE, { minLength: DAYS_AGO.length, maxLength: DAYS_AGO.length });
const BOUNDS: Arbitrary<Bounds> = record({
  constraint: constantFrom(undefined, 'NOT_NULL', 'UNIQUE'),
  options: record(
    { minLength: integer({ min: 0, max: 6 }), maxLength: integer({ min: 5, max: 70 }) },
    { requiredKeys: [] },
  ),
});

const EMAIL = { name: 'email', dataType: 'VARCHAR', dataLength: 320 };
const NOTE = { name: 'note', dataType: 'TEXT' };
const columnOf = (column: object, { constraint, options }: Bounds): object => ({
  ...column,
  ...(constraint && { constraint }),
  extension: { logicalTypeOptions: options },
});

describe('what a save of a contract would come to, whatever is drafted', () => {
  let world: GovernanceWorld;
  let owner: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    owner = await world.person();
  });

  const at = ({ id }: { readonly id: string }, more = '/whatIf') => `/dataContracts/${id}${more}`;
  const noon = (daysAgo: number) => Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + DAY / 2;
  const contractOf = ({ id }: Asset): Promise<Contract> =>
    world.admin.must<Contract>('POST', '/dataContracts', {
      ...{ name: unique('w'), entity: { id, type: 'table' }, schema: [EMAIL, NOTE], owners: [owner.ref] },
    });
  async function profile(table: Asset, email: readonly ColumnEvidence[], note: readonly ColumnEvidence[]) {
    for (const [index, daysAgo] of DAYS_AGO.entries()) {
      const more = { timestamp: noon(daysAgo), valuesCount: VALUES };
      await world.admin.must('PUT', `/tables/${table.id}/tableProfile`, {
        tableProfile: { timestamp: noon(daysAgo), rowCount: VALUES },
        columnProfile: [
          { name: 'email', ...more, ...email[index] },
          { name: 'note', ...more, ...note[index] },
        ],
      });
    }
  }

  it('is the same to who may not see values, whatever these are', async () => {
    await world.admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await world.admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    const tags = [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
    const tables = [1, 2].map(() => world.contracts.table({ columns: [{ ...EMAIL, tags }, NOTE] }));
    const [left, right] = (await Promise.all(tables)) as [Asset, Asset];
    const contracts = [await contractOf(left), await contractOf(right)];
    let differences = 0;
    const said = async (by: Person['client'], patch: readonly object[]): Promise<object[]> => {
      const answers = contracts.map((contract) => by.must<WhatIf>('POST', at(contract), { patch }));
      return (await Promise.all(answers)).map(({ check, now, days }) => ({ check, now, days }));
    };
    const property = asyncProperty(
      record({ one: EVIDENCE_OF_DAYS, other: EVIDENCE_OF_DAYS, shown: EVIDENCE_OF_DAYS, hidden: BOUNDS, open: BOUNDS }),
      async ({ one, other, shown, hidden, open }) => {
        await profile(left, one, shown);
        await profile(right, other, shown);
        const schema = [columnOf(EMAIL, hidden), columnOf(NOTE, open)];
        const patch = [{ op: 'replace', path: '/schema', value: schema }];
        const [of, beside] = await said(owner.client, patch);
        expect(of).toEqual(beside);
        const [all, allBeside] = await said(world.admin, patch);
        differences += JSON.stringify(all) === JSON.stringify(allBeside) ? 0 : 1;
      },
    );
    await assert(property, { numRuns: RUNS });
    // Who may see them is told otherwise of many: the property is none of equal inputs.
    expect(differences).toBeGreaterThan(3);
  });

  it('counts what the run behind the save counts on the same evidence', async () => {
    const table = await world.contracts.table({ columns: [EMAIL, NOTE], owners: [owner.ref] });
    const contract = await contractOf(table);
    const fulfilled = { description: 'Orders', termsOfUse: 'Ask first', sla: { refreshFrequency: 'P1D' } };
    let broken = 0;
    const property = asyncProperty(
      record({ email: EVIDENCE_OF_DAYS, note: EVIDENCE_OF_DAYS, first: BOUNDS, second: BOUNDS }),
      subarray(Object.keys(fulfilled) as (keyof typeof fulfilled)[]),
      async ({ email, note, first, second }, named) => {
        await profile(table, email, note);
        const patch = [
          { op: 'replace', path: '/schema', value: [columnOf(EMAIL, first), columnOf(NOTE, second)] },
          ...named.map((member) => ({ op: 'add', path: `/${member}`, value: fulfilled[member] })),
        ];
        const { now } = await owner.client.must<WhatIf>('POST', at(contract), { patch });
        expect((await owner.client.patch(at(contract, ''), patch)).status).toBe(200);
        const { body: run } = await world.admin.post<{ details: { promises: Record<string, number> } }>(
          at(contract, '/validate?evidence=stored&fields=details'),
          undefined,
          { prefer: 'wait=60' },
        );
        const { promises } = run.details;
        expect([now.stated, now.held, now.broken.length]).toEqual([promises.stated, promises.held, promises.broken]);
        broken += now.broken.length;
      },
    );
    await assert(property, { numRuns: RUNS });
    expect(broken).toBeGreaterThan(3);
  });
});
