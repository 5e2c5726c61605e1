import type { RestClient } from '../../../support/rest-client';
import type { ConsoleWorld } from '../../support/console-world';

/** A table with a contract. */
export interface Subject {
  readonly table: string;
  /** The name of the contract, and its FQN. */
  readonly contract: string;
  readonly contractFqn: string;
  readonly contractId: string;
}

/** What the walks are about in one catalog. */
export interface Stage {
  readonly world: ConsoleWorld;
  readonly domain: string;
  readonly service: string;
  /** Fails by a check of rows in its source. */
  readonly broken: Subject;
  /** Made of the broken one, and fails as well. */
  readonly downstream: Subject;
  /** Passes; its table is made of `upstream`, has `column`, and lies in the domain. */
  readonly relied: Subject;
  readonly upstream: string;
  /** A column of `upstream`, of which `column` is made. */
  readonly upstreamColumn: string;
  readonly column: string;
  /** A word of the description of the table. */
  readonly described: string | RegExp;
  /** Tables of the domain without a contract, one for each walk. */
  readonly unpromised: readonly [first: string, second: string];
  /** Tables without a contract with a column that was unique in each profile, one for each walk. */
  readonly profiled: readonly [first: string, second: string];
  /** A column of the broken table, and how many of its rows have a value that comes more than once. */
  readonly repeated: { readonly column: string; readonly found: string };
  close(): Promise<void>;
}

/** Tables of a catalog from which a stage is made. */
export interface StageTables {
  readonly domain: string;
  readonly service: string;
  readonly broken: string;
  readonly downstream: string;
  readonly relied: string;
  readonly upstream: string;
  readonly upstreamColumn: string;
  readonly column: string;
  readonly described: string | RegExp;
  readonly unpromised: readonly [first: string, second: string];
  readonly profiled: readonly [first: string, second: string];
  /** A column of the broken table, and how many of its rows have a value that comes more than once. */
  readonly repeated: { readonly column: string; readonly found: string };
  /** Name of the check of rows that fails on the broken table. */
  readonly check: string;
}

/** The people: two engineers and a user without a role of the team that owns the data, an analyst of another team, and the lead of the domain. */
export const ENGINEER = 'night_engineer';
export const COLLEAGUE = 'day_engineer';
export const OWNER = 'claims_owner';
export const ANALYST = 'reporting_analyst';
export const LEAD = 'domain_lead';
export const OWNERS = 'platform_team';
export const READERS = 'reporting_team';
export const TIER = 'Tier1';
export const CONTACT = '#reporting-alerts';

/** Adds people, contracts and a policy to a catalog, and validates the contracts. @param drop removes what lies outside of the world */
export async function setStage(world: ConsoleWorld, tables: StageTables, drop: () => Promise<void>): Promise<Stage> {
  const close = async () => {
    await world.close();
    await drop();
  };
  try {
    return { ...tables, world, ...(await addSubjects(world.client, tables)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addSubjects(
  client: RestClient,
  tables: StageTables,
): Promise<Pick<Stage, 'broken' | 'downstream' | 'relied'>> {
  await addPeople(client);
  await setIncidentPolicy(client);
  const edges = [
    [tables.broken, tables.downstream],
    [tables.upstream, tables.relied, tables.upstreamColumn, tables.column],
  ].map(([from, to, fromColumn, toColumn]) => ({
    fromEntity: tableOf(from),
    toEntity: tableOf(to),
    ...(fromColumn !== undefined && {
      lineageDetails: {
        columnsLineage: [{ fromColumns: [`${from}.${fromColumn}`], toColumn: `${to}.${toColumn}` }],
      },
    }),
  }));
  await client.must('PUT', '/lineage/bulk', { edges });
  await client.must('PUT', '/domains', {
    ...{ name: tables.domain, domainType: 'Aggregate', description: 'Of these walks' },
    owners: [{ type: 'user', fullyQualifiedName: LEAD }],
  });
  const patch = [
    { op: 'add', path: '/domains', value: [await referenceTo(client, 'domain', `/domains/name/${tables.domain}`)] },
    { op: 'add', path: '/owners', value: [await referenceTo(client, 'team', `/teams/name/${OWNERS}`)] },
  ];
  for (const table of [tables.broken, tables.relied, ...tables.unpromised])
    await client.must('PATCH', `/tables/name/${table}`, patch);
  await client.must('PUT', '/classifications', { name: 'Tier', description: 'How much rests on it' });
  await client.must('PUT', '/tags', { name: TIER, classification: 'Tier', description: 'Most' });
  const { tags = [] } = await client.must<{ tags?: { tagFQN: string }[] }>(
    'GET',
    `/tables/name/${tables.relied}?fields=tags`,
  );
  const tier = { tagFQN: `Tier.${TIER}`, source: 'Classification' };
  const others = tags.filter(({ tagFQN }) => tagFQN !== tier.tagFQN);
  await client.must('PATCH', `/tables/name/${tables.relied}`, [{ op: 'add', path: '/tags', value: [...others, tier] }]);
  for (const table of tables.profiled) {
    await client.must('PATCH', `/tables/name/${table}`, patch);
    await profile(client, table);
  }
  const check = { id: await checkOf(client, tables.broken, tables.check), type: 'testCase' };
  const broken = await contractOf(client, tables.broken, { qualityExpectations: [check] });
  // It has no owner.
  const owned = [{ name: 'has an owner', rule: { '!!': [{ var: 'owners' }] } }];
  const downstream = await contractOf(client, tables.downstream, { semantics: owned });
  const relied = await contractOf(client, tables.relied, {
    semantics: owned,
    termsOfUse: 'For reports alone.',
    sla: { refreshFrequency: 'P1D', retention: 'P2Y' },
    schema: await columnsOf(client, tables.relied),
  });
  await client.must('PUT', `/dataContracts/${broken.contractId}/consumers`, {
    party: { type: 'team', fullyQualifiedName: READERS },
    purpose: 'Invoices of the month',
    contact: CONTACT,
  });
  const tableProfile = { timestamp: Date.now() - 3_600_000, rowCount: 1_000 };
  await client.must('PUT', `/tables/${relied.table}/tableProfile`, { tableProfile });
  for (const { contractId } of [broken, downstream, relied])
    await client.must('POST', `/dataContracts/${contractId}/validate`, undefined, { prefer: 'wait=60' });
  await client.get('/search/query?q=orders&refresh=true');
  return { broken, downstream, relied };
}

/** Six nights in which each value of a column came once, of which the table states nothing. */
async function profile(client: RestClient, table: string): Promise<void> {
  interface Column {
    readonly name: string;
    readonly constraint?: string;
  }
  const { columns } = await client.must<{ columns: Column[] }>('GET', `/tables/name/${table}`);
  const free = columns.find(({ constraint = 'NULL' }) => constraint === 'NULL');
  const rows = 1_000;
  for (const nights of [6, 5, 4, 3, 2, 1]) {
    const timestamp = Date.now() - nights * 86_400_000;
    const counts = { valuesCount: rows, nullCount: 0, uniqueCount: rows, distinctCount: rows };
    await client.must('PUT', `/tables/${table}/tableProfile`, {
      tableProfile: { timestamp, rowCount: rows },
      columnProfile: [{ name: free?.name, timestamp, ...counts }],
    });
  }
}

/** From then on a contract that fails opens an incident. */
export const setIncidentPolicy = (client: RestClient): Promise<unknown> =>
  client.must('PUT', '/dataContracts/policies', {
    scope: { type: 'all' },
    incidents: { open: true, assign: 'owner' },
  });

async function addPeople(client: RestClient): Promise<void> {
  const user = (name: string, roles: readonly string[]) =>
    client.must('PUT', '/users', { name, email: `${name}@example.com`, roles });
  const operations = ['ViewAll', 'Search', 'ManageContractPolicy', 'ReviewContract', 'ValidateContract'];
  const rules = [
    { name: 'lead', effect: 'allow', operations, resources: ['All'] },
    { name: 'audit', effect: 'allow', operations: ['ViewAll'], resources: ['audit'] },
  ];
  await client.must('PUT', '/policies', { name: 'LeadPolicy', rules });
  await client.must('PUT', '/roles', { name: 'Lead', policies: ['LeadPolicy'] });
  await user(ENGINEER, ['DataSteward']);
  await user(COLLEAGUE, ['DataSteward']);
  await user(OWNER, []);
  await user(ANALYST, ['DataSteward']);
  await user(LEAD, ['Lead']);
  await client.must('PUT', '/teams', { name: OWNERS, teamType: 'Group', users: [ENGINEER, COLLEAGUE, OWNER] });
  await client.must('PUT', '/teams', { name: READERS, teamType: 'Group', users: [ANALYST] });
}

const tableOf = (fqn: string | undefined): object => ({ type: 'table', fullyQualifiedName: fqn });

const nameOf = (fqn: string): string => fqn.split('.').at(-1) ?? fqn;

async function referenceTo(client: RestClient, type: string, path: string): Promise<object> {
  return { id: (await client.must<{ id: string }>('GET', path)).id, type };
}

async function columnsOf(client: RestClient, table: string): Promise<object[]> {
  const { columns } = await client.must<{ columns: { name: string; dataType: string; dataLength?: number }[] }>(
    'GET',
    `/tables/name/${table}`,
  );
  return columns
    .slice(0, 3)
    .map(({ name, dataType, dataLength }) => ({ name, dataType, ...(dataLength !== undefined && { dataLength }) }));
}

async function checkOf(client: RestClient, table: string, name: string): Promise<string> {
  const { data } = await client.must<{ data: { id: string; name: string; fullyQualifiedName: string }[] }>(
    'GET',
    '/dataQuality/testCases?limit=200',
  );
  const found = data.find((one) => one.name === name && one.fullyQualifiedName.startsWith(`${table}.`));
  if (!found) throw new Error(`${table} has no check ${name}`);
  return found.id;
}

/** The contract of a table with these terms; one that the table has already is replaced. */
async function contractOf(client: RestClient, table: string, terms: object): Promise<Subject> {
  const { data } = await client.must<{ data: { name: string }[] }>('GET', `/dataContracts?entity=${table}`);
  const contract = data[0]?.name ?? `${nameOf(table)}_contract`;
  const made = await client.must<{ id: string; fullyQualifiedName: string }>('PUT', '/dataContracts', {
    name: contract,
    entity: tableOf(table),
    entityStatus: 'Active',
    ...terms,
  });
  return { table, contract, contractFqn: made.fullyQualifiedName, contractId: made.id };
}
