import { fetchOpenApi } from '../support/openapi';
import { RestClient, severalAtOnce, type RestAnswer } from '../support/rest-client';
import { RunningService } from '../support/running-service';
import { operationsOf, type OpenApi, type Operation } from './document';
import { documentedTypes, type DocumentedType } from './entity-types';
import {
  DECLARES,
  edgeRequests,
  malformed,
  METRIC_NAME,
  PRODUCER,
  requestsOf,
  writeOf,
  writingOperations,
  type Request,
  type Sent,
  type Target,
  type Write,
} from './refused-requests';

const HIDES = '!isOwner() && !noOwner()';
/** Who asks, beside a viewer, the owner of all objects and an administrator. */
const ROLES = {
  nothing: [{ effect: 'deny', operations: ['All'] }],
  // From whom the objects are hidden, and who may do everything else.
  hider: [{ operations: ['All', 'ConnectData'] }, { effect: 'deny', operations: ['ViewAll'], condition: HIDES }],
  // As hider, who may not create.
  changer: [{ operations: ['ViewAll', 'EditAll'] }, { effect: 'deny', operations: ['ViewAll'], condition: HIDES }],
  // From whom the objects are hidden, and who may do nothing else.
  reader: [{ operations: ['ViewAll'] }, { effect: 'deny', operations: ['ViewAll'], condition: HIDES }],
  // Who may edit what may not be viewed.
  blind: [{ operations: ['All'] }, { effect: 'deny', operations: ['ViewAll'] }],
  // What owners may not by their ownership.
  owner: [{ operations: ['ConnectData'], condition: 'isOwner()' }],
};
const NOWHERE: Target = { id: '00000000-0000-4000-8000-00000000dead', fqn: 'no.such.name', name: 'nowhere' };
/** Others than administrators are refused before the body is read; of users they may describe themselves. */
const ADMINISTRATION = ['user', 'role', 'policy'];
/** It answers with what is wrong with the document. */
const TRIAL = '/api/v1/dataContracts/validate';
/** Needs a run that is open. */
const CANCELS = /\/cancel$/;
/** Of a source that may be read. */
const READS_A_SOURCE = /\/(dataAccess|connectionTests|checks|crawls|profiles)$/;
/** Goes by two paths. */
const SCHEDULE = /\/(?:crawls|checks)\/schedule$/;
const OK = [200, 201, 202, 204];

describe('the order in which every writing operation of the document refuses', () => {
  let service: RunningService;
  let admin: RestClient;
  const clients = {} as Record<keyof typeof ROLES | 'viewer' | 'anonymous', RestClient>;
  let operations: Operation[];
  let types: DocumentedType[];
  const targets = new Map<string, Target>();
  const faults: string[] = [];

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    const document = await fetchOpenApi<OpenApi>(service.baseUrl);
    operations = writingOperations(operationsOf(document));
    types = documentedTypes(document);
    for (const [role, rules] of Object.entries(ROLES)) {
      const named = rules.map((rule, i) => ({ name: `r${i}`, effect: 'allow', resources: ['All'], ...rule }));
      await admin.must('POST', '/policies', { name: `${role}Policy`, rules: named });
      await admin.must('POST', '/roles', { name: `${role}Role`, policies: [`${role}Policy`] });
      clients[role as keyof typeof ROLES] = await service.client(role, `${role}Role`);
    }
    clients.viewer = await service.client('viewer', 'DataConsumer');
    clients.anonymous = new RestClient(service.baseUrl, '');
    clients.owner = await service.client('keeper', 'ownerRole');
    await makeObjects();
  });

  afterAll(() => service.stop());
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  it('401, then 403 where nothing could grant it, then 400 of the shape', async () => {
    await severalAtOnce(operations, async (operation) => {
      const request = malformed(operation);
      if (!operation.isOpen) await expectStatus('nobody', clients.anonymous, request, [401]);
      const isOfOneself =
        operation.permission?.resource === 'user' && operation.permission.anyOf.includes('EditDescription');
      if (operation.permission && !isOfOneself)
        await expectStatus('who may do nothing', clients.nothing, request, [403]);
      if (operation.body && operation.path !== TRIAL) await expectStatus('malformed', admin, request, [400]);
    });
  });

  it('400, also for an id of nothing, then 404, also for what is hidden, then 403, then 412 and the object', async () => {
    const writes = operations.flatMap((operation) => writeOf(operation, types) ?? []);
    expect(writes.length).toBeGreaterThan(350);
    const { id } = await admin.must<{ id: string }>('GET', '/users/name/viewer');
    const isDeletion = ({ operation }: Write): boolean => operation.method === 'DELETE';
    // Each object has one write at a time.
    await severalAtOnce(types, async ({ type }) => {
      const own = writes.filter((write) => write.type.type === type && !isDeletion(write));
      for (const write of own) await expectOrder(write, id);
    });
    // With what lies below: one after the other, and last.
    for (const write of writes.filter(isDeletion)) await expectOrder(write, id);
    // Thousands of requests: on a busy machine they take more than the four minutes of other tests.
  }, 900_000);

  it('edges of lineage: 404 of either end, then 403, then the object', async () => {
    const requests = edgeRequests(targets.get('table')!, targets.get('topic')!);
    const unknown = edgeRequests(targets.get('table')!, NOWHERE);
    for (const [i, request] of requests.entries()) {
      await expectStatus('unknown', admin, unknown[i]!, [404]);
      await expectStatus('hidden', clients.hider, request, [404]);
      await expectStatus('may not view', clients.blind, request, [403]);
      await expectStatus('viewer', clients.viewer, request, [403]);
      await expectStatus('right', admin, request, OK);
    }
  });

  async function expectOrder(write: Write, ownId: string): Promise<void> {
    const { operation, type, by } = write;
    const target = targets.get(type.type)!;
    if (READS_A_SOURCE.test(operation.path)) await makeReadable();
    if (operation.method === 'DELETE' && SCHEDULE.test(operation.path)) await makeScheduled();
    const unknown = requestsOf(write, NOWHERE, ownId);
    const known = requestsOf(write, target, ownId);
    const isAdministration = ADMINISTRATION.includes(type.type);
    if (unknown.malformed && by === 'path') await expectStatus('malformed, unknown', admin, unknown.malformed, [400]);
    if (by !== 'name in body') await expectStatus('unknown', admin, unknown.right!, [404]);
    for (const sent of ['right', 'stale', 'failing test'] as const) {
      if (known[sent]) await expectRefusals(write, sent, known[sent]);
      // Users, roles and policies have no owners: they are seen.
      const isHidden = by === 'name in body' && !isAdministration;
      if (known[sent] && isHidden) await expectNoName(write, target, known[sent], unknown[sent]!);
    }
    if (known.malformed && !isAdministration) {
      await expectStatus('hidden, malformed', clients.hider, known.malformed, [400]);
      await expectStatus('viewer, malformed', clients.viewer, known.malformed, [400, 403]);
    }
    if (known['failing test']) await expectStatus('failing test', admin, known['failing test'], [409]);
    if (known.stale) await expectStatus('stale', admin, known.stale, [412]);
    // What a team gives its members ends with it: its owner may edit it, and not delete it.
    const isAdmins = isAdministration || (type.type === 'team' && operation.method === 'DELETE');
    // Of a viewer's own declaration the owner changes nothing.
    const isOfOne = CANCELS.test(operation.path) || DECLARES.test(operation.path);
    if (!isOfOne) await expectStatus('right', isAdmins ? admin : clients.owner, known.right!, OK);
    if (operation.method === 'DELETE' && known.stale) {
      await admin.send('PUT', `${type.collection.replace('/api/v1', '')}/restore`, { body: { id: target.id } });
    }
  }

  /** Of the object that is there, to those who may not see or not change it. */
  async function expectRefusals({ operation, type, by }: Write, sent: Sent, request: Request): Promise<void> {
    const isAdministration = ADMINISTRATION.includes(type.type);
    const notThere = isAdministration ? [403, 404] : [404];
    const viewersMay = operation.permission?.anyOf.includes('ViewBasic');
    // That a name is taken is told to who may create; most names are below something that is hidden as well.
    const ofHidden = by === 'name in body' ? [...notThere, 409] : notThere;
    const hidden = await expectStatus(`hidden, ${sent}`, clients.hider, request, ofHidden);
    tellsNothing(operation, hidden, targets.get(type.type)!);
    await expectStatus(`may not view, ${sent}`, clients.blind, request, isAdministration ? notThere : [403]);
    await expectStatus(`viewer, ${sent}`, clients.viewer, request, viewersMay ? OK : [403]);
  }

  /** Who may not create is told the same of a hidden name as of a free one. */
  async function expectNoName({ operation }: Write, { name }: Target, there: Request, free: Request): Promise<void> {
    for (const role of ['reader', 'changer'] as const) {
      const [ofHidden, ofFree] = await Promise.all(
        [there, free].map((request) => expectStatus(`${role}, by name`, clients[role], request, [403, 404])),
      );
      const [told, expected] = [ofHidden, ofFree].map((answer) => wordsOf(answer!, [name, NOWHERE.name]));
      if (told !== expected) faults.push(`${operation.path}, ${role}: ${told} instead of ${expected}`);
    }
  }

  async function expectStatus(
    what: string,
    client: RestClient,
    request: Request,
    expected: readonly number[],
  ): Promise<RestAnswer> {
    const { method, path, mediaType, body, headers } = request;
    const type = body === undefined ? undefined : { 'content-type': mediaType };
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await client.send(method, path.replace('/api/v1', ''), {
      body: sent,
      headers: { ...type, ...headers },
    });
    const [row] = (answer.body as { results?: { status: number }[] }).results ?? [];
    const status = row?.status ?? answer.status;
    if (!expected.includes(status))
      faults.push(
        `${method} ${path}, ${what}: ${status} instead of ${expected.join()}: ${JSON.stringify(answer.body)}`,
      );
    return answer;
  }

  /** A refusal, without what each request has of its own. */
  function wordsOf({ body }: RestAnswer, names: readonly string[]): string {
    const { requestId: _own, ...words } = body as Record<string, unknown>;
    return names.reduce((text, name) => text.replaceAll(name, '<name>'), JSON.stringify(words));
  }

  /** A refusal names what the caller named, and nothing that it would have to look up. */
  function tellsNothing({ method, path }: Operation, { body }: RestAnswer, { id, fqn }: Target): void {
    const text = JSON.stringify(body);
    if (text.includes('as it is') || (text.includes(id) && text.includes(fqn)))
      faults.push(`${method} ${path} tells ${text}`);
  }

  /** The service of the example's tables has a connection, to where nobody listens, that may be read; a table has an access of its own. */
  async function makeReadable(): Promise<void> {
    const path = `/services/databaseServices/${targets.get('databaseService')!.id}`;
    const config = { hostPort: '127.0.0.1:1', username: 'reader', database: 'shop' };
    await admin.must('PATCH', path, [{ op: 'add', path: '/connection', value: { config } }], {
      'content-type': 'application/json-patch+json',
    });
    await admin.must('PUT', `${path}/dataAccess`, {});
    await admin.must('PUT', `/tables/${targets.get('table')!.id}/dataAccess`, { exampleKeys: false });
  }

  async function makeScheduled(): Promise<void> {
    const paths = [
      `/services/databaseServices/${targets.get('databaseService')!.id}/crawls/schedule`,
      `/tables/${targets.get('table')!.id}/checks/schedule`,
    ];
    for (const path of paths) await admin.must('PUT', path, { cron: '0 0 1 1 *', enabled: false });
  }

  /** Examples refer to each other: what fails waits until the others are there. */
  async function makeObjects(): Promise<void> {
    const owners = [{ type: 'user', fullyQualifiedName: 'keeper' }];
    for (let waiting = types; waiting.length;) {
      const next: DocumentedType[] = [];
      for (const type of waiting) {
        const path = type.collection.replace('/api/v1', '');
        const body = { ...type.example, owners, description: 'as it is' };
        const { status, body: made } = await admin.post<Target & { fullyQualifiedName: string }>(path, body);
        if (status === 201) targets.set(type.type, { id: made.id, name: made.name, fqn: made.fullyQualifiedName });
        else next.push(type);
      }
      expect(next.length).toBeLessThan(waiting.length);
      waiting = next;
    }
    // The example is one of a column.
    await admin.must('PUT', `/tables/${targets.get('table')!.id}/customMetric`, { name: METRIC_NAME, expression: '1' });
    await admin.must('PUT', `/dataContracts/${targets.get('dataContract')!.id}/results`, {
      ...{ producer: PRODUCER, timestamp: Date.now(), contractExecutionStatus: 'Success' },
    });
  }
});
