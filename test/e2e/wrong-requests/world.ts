import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueOperatorToken } from '@app/auth';
import { loadSettings } from '@app/config';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

/** Of the service under test: small, so that a client has sent the whole body when the refusal comes. */
export const BODY_LIMIT = 262_144;

type Json = Record<string, unknown>;

const COLUMNS = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
  { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
];

/** A small catalog, and the ids, cursors and times in it by name. */
export class World {
  private constructor(
    readonly service: RunningService,
    readonly tokens: Readonly<Record<string, string>>,
    private readonly names: Readonly<Record<string, string>>,
    /** How many of each there were before anything wrong was asked. */
    readonly countsAtStart: Readonly<Record<string, unknown>>,
  ) {}

  static async start(): Promise<World> {
    const dataDir = mkdtempSync(join(tmpdir(), 'wrong-requests-'));
    const service = await RunningService.start({ environment: { DATA_DIR: dataDir, BODY_LIMIT: String(BODY_LIMIT) } });
    const admin = await service.client();
    const consumer = await service.client('carla', 'DataConsumer');
    const steward = await service.client('stefan', 'DataSteward');
    const tokens = { admin: admin.token, consumer: consumer.token, steward: steward.token };
    const names = {
      ...(await assets(admin)),
      ...(await contracts(admin)),
      ...(await badTokens(service, dataDir)),
      ...words(),
    };
    return new World(service, tokens, names, await countAll(admin));
  }

  async counts(): Promise<Record<string, unknown>> {
    return countAll(await this.service.client());
  }

  /** `{table}` → the id of the table. */
  fill(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => this.names[name] ?? whole);
  }
}

async function assets(admin: RestClient): Promise<Record<string, string>> {
  const make = async (path: string, body: Json): Promise<string> =>
    (await admin.must<{ id: string }>('POST', path, body)).id;
  await make('/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
  await make('/services/messagingServices', { name: 'bus', serviceType: 'Kafka' });
  await make('/services/dashboardServices', { name: 'bi', serviceType: 'Superset' });
  await make('/databases', { name: 'sales', service: 'shop' });
  const schema = await make('/databaseSchemas', { name: 'public', database: 'shop.sales' });
  const table = (name: string) => make('/tables', { name, databaseSchema: 'shop.sales.public', columns: COLUMNS });
  const dashboard = await make('/dashboards', { name: 'board', service: 'bi' });
  const ids = { schema, dashboard, table: await table('orders'), bare: await table('bare'), gone: await table('gone') };
  await make('/topics', { name: 'events', service: 'bus', partitions: 1 });
  const definition = {
    name: 'unique',
    entityType: 'COLUMN',
    testPlatforms: ['OpenMetadata'],
    description: 'No value twice',
  };
  await make('/dataQuality/testDefinitions', definition);
  await make('/classifications', { name: 'PII', description: 'Personal data' });
  await admin.must('DELETE', `/tables/${ids.gone}`);
  return { ...ids, ...(await cursors(admin)) };
}

async function cursors(admin: RestClient): Promise<Record<string, string>> {
  const page = await admin.must<{ paging: { after: string } }>('GET', '/tables?limit=1');
  const { after } = page.paging;
  const flipped = after.at(-2) === 'A' ? 'B' : 'A';
  return { cursor: after, bent: `${after.slice(0, -2)}${flipped}${after.at(-1)}` };
}

async function contracts(admin: RestClient): Promise<Record<string, string>> {
  const entity = { type: 'table', fullyQualifiedName: 'shop.sales.public.orders' };
  const body = { name: 'orders', entity, entityStatus: 'Draft', schema: [{ name: 'id', dataType: 'BIGINT' }] };
  const { id } = await admin.must<{ id: string }>('POST', '/dataContracts', body);
  const run = await admin.must<{ id: string; timestamp: number }>('POST', `/dataContracts/${id}/validate`);
  for (const timestamp of [1_700_000_000_000, 1_700_000_000_001])
    await admin.must('PUT', `/dataContracts/${id}/results`, { timestamp, contractExecutionStatus: 'Success' });
  const page = await admin.must<{ paging: { after: string } }>('GET', `/dataContracts/${id}/results?limit=1`);
  const board = { type: 'dashboard', fullyQualifiedName: 'bi.board' };
  const empty = await admin.must<{ id: string }>('POST', '/dataContracts', { name: 'board', entity: board });
  return { empty: empty.id, contract: id, run: run.id, ran: String(run.timestamp), resultCursor: page.paging.after };
}

/** Tokens that once were right, or look as if. */
async function badTokens(service: RunningService, dataDir: string): Promise<Record<string, string>> {
  const { token } = await service.client();
  const [head = '', claims = '', signature = ''] = token.split('.');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  return {
    unsigned: `${unsigned}.${claims}.`,
    flipped: `${head}.${claims}.${flipped}`,
    expired: await expiredToken(service, dataDir),
    revoked: await revokedToken(service),
  };
}

/** Older than the 30 s of leeway, and signed with the service's own key. */
function expiredToken({ databaseUrl }: RunningService, dataDir: string): Promise<string> {
  const settings = loadSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return issueOperatorToken({ user: 'admin', expiresInSeconds: -60 }, settings);
}

async function revokedToken(service: RunningService): Promise<string> {
  const admin = await service.client();
  const order = { tokenName: 'short', JWTTokenExpiry: '1' };
  const { tokenId, jwtToken } = await admin.must<Record<string, string>>('PUT', '/users/security/token', order);
  await admin.must('PUT', '/users/security/token/revoke', { tokenIds: [tokenId] });
  return jwtToken ?? '';
}

const COUNTED = ['tables', 'topics', 'databases', 'databaseSchemas', 'dataContracts', 'users', 'domains', 'roles'];

async function countAll(admin: RestClient): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const collection of COUNTED) {
    const page = await admin.must<{ paging: { total: number } }>('GET', `/${collection}?limit=0&include=all`);
    counts[collection] = page.paging.total;
  }
  return counts;
}

function words(): Record<string, string> {
  return { nothing: '00000000-0000-4000-8000-000000000000', long: 'n'.repeat(257) };
}
