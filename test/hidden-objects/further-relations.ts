import { isHidden } from './registry';
import { MARKER, MARKER_NUMBER, type World } from './world';

const TIME = 1_763_612_345_678;
/** What the incident of a hidden test case is asked for as where nothing is hidden. */
const NOBODYS_ID = '00000000-0000-4000-8000-000000000002';
/** One of those that the example of a table has. */
export const PROFILED_COLUMN = 'order_id';

/** What refers to hidden things and is no property of a create body: votes, edges, evidence, results, contracts of products. */
export async function addFurtherRelations(world: World): Promise<void> {
  await addResults(world);
  await addEvidence(world);
  await addSuite(world);
  await addBatch(world);
  await addVotes(world);
  await addChildren(world);
  if (world.hasHidden) await addEdges(world);
}

async function addResults({ admin, things, hasHidden, extras }: World): Promise<void> {
  for (const { id, part } of things.all().filter(({ type }) => type === 'dataContract')) {
    // The referring one expects a test case that is hidden: nothing of its quality is told.
    const tells = part !== 'plain' && hasHidden;
    const passed = tells ? MARKER_NUMBER : 1;
    const result = await admin.must<{ id: string }>('PUT', `/dataContracts/${id}/results`, {
      timestamp: TIME,
      contractExecutionStatus: 'Success',
      result: tells ? MARKER : 'fine',
      qualityValidation: { passed, failed: 0, total: passed, qualityScore: 100 },
    });
    if (part === 'referring') extras.set('resultId', result.id);
    await admin.must('PUT', `/dataContracts/${id}/schedule`, { cron: '0 0 1 1 *' });
  }
}

async function addEvidence({ admin, things, hasHidden, extras }: World): Promise<void> {
  for (const { id, part } of things.all().filter(({ type }) => type === 'table')) {
    const rowCount = isHidden(part) ? MARKER_NUMBER : 3;
    await admin.must('PUT', `/tables/${id}/tableProfile`, {
      tableProfile: { timestamp: TIME, rowCount },
      columnProfile: [{ name: PROFILED_COLUMN, timestamp: TIME, valuesCount: rowCount }],
      systemProfile: [{ operation: 'INSERT', timestamp: TIME, rowsAffected: rowCount }],
    });
  }
  for (const { id } of things.all('plain').filter(({ type }) => type === 'table')) {
    const owners = things
      .all('hidden')
      .flatMap(({ type, id: owner }) => (type === 'team' ? [{ id: owner, type }] : []));
    const metric = { name: 'late_orders', expression: '1', owners };
    await admin.must('PUT', `/tables/${id}/customMetric`, metric);
    await admin.must('PUT', `/tables/${id}/customMetric`, { ...metric, columnName: PROFILED_COLUMN });
    const pipelines = things.all().filter(({ type }) => type === 'pipeline');
    const told = pipelines.map(({ id: pipeline, part }) => ({
      pipeline: { id: pipeline, type: 'pipeline' },
      averageRunTime: isHidden(part) ? MARKER_NUMBER : 1,
    }));
    await admin.must('PUT', `/tables/${id}/pipelineObservability`, told);
  }
  for (const { id } of things.all('plain').filter(({ type }) => type === 'dataProduct')) {
    const assets = things.all().filter(({ type }) => type === 'table' || type === 'topic');
    await admin.must('PUT', `/dataProducts/${id}/inputPorts/add`, {
      assets: assets.map(({ id: asset, type }) => ({ id: asset, type })),
    });
  }
  for (const { fqn, part } of things.all().filter(({ type }) => type === 'testCase')) {
    const result = isHidden(part) ? MARKER : 'fine';
    const path = `/dataQuality/testCases/${encodeURIComponent(fqn)}/testCaseResult`;
    const failed = { timestamp: TIME - 1, testCaseStatus: 'Failed', result };
    const { incidentId } = await admin.must<{ incidentId: string }>('PUT', path, failed);
    if (part === (hasHidden ? 'hidden' : 'plain')) extras.set('stateId', hasHidden ? incidentId : NOBODYS_ID);
    await admin.must('PUT', path, { timestamp: TIME, testCaseStatus: 'Success', result });
  }
}

/** A logical suite of test cases that are seen and of others that are not. */
async function addSuite({ admin, things, extras }: World): Promise<void> {
  const suite = things.get('referring', 'testSuite');
  const testCases = things.all().filter(({ type }) => type === 'testCase');
  const body = { testSuiteId: suite.id, testCaseIds: testCases.map(({ id }) => id) };
  await admin.must('PUT', '/dataQuality/testCases/logicalTestCases', body);
  extras.set('testSuiteId', suite.id);
}

async function addBatch({ viewer, things, extras }: World): Promise<void> {
  // Not the referring one: what it comes to depends on the evidence of a hidden test case.
  const contracts = things.all('plain').filter(({ type }) => type === 'dataContract');
  const contractIds = contracts.map(({ id }) => id);
  const batch = await viewer.must<{ id: string }>('POST', '/dataContracts/validations', { contractIds });
  extras.set('batchId', batch.id);
}

/** The referring team has hidden parents, so it cannot be above them too. */
async function addChildren({ admin, things, hasHidden }: World): Promise<void> {
  const teams = things.all('hidden').filter(({ type }) => type === 'team');
  const children = hasHidden ? teams.map(({ id, type }) => ({ id, type })) : [];
  for (const { id } of things.all('plain').filter(({ type }) => type === 'team'))
    await admin.must('PATCH', `/teams/${id}`, [
      { op: 'add', path: '/description', value: 'above others' },
      { op: 'add', path: '/children', value: children },
    ]);
}

/** A user votes for and follows whatever can be voted for and followed. */
async function addVotes(world: World): Promise<void> {
  const editor = await world.editor();
  for (const { type, id } of world.things.all().filter(({ part }) => !isHidden(part))) {
    const collection = world.types.find((one) => one.type === type)?.collection ?? '';
    const path = `${collection.replace('/api/v1', '')}/${id}`;
    const offered = (action: string): boolean => `${collection}/{id}/${action}` in world.document.paths;
    if (offered('vote')) await editor.must('PUT', `${path}/vote`, { updatedVoteType: 'votedUp' });
    if (offered('followers')) await editor.must('PUT', `${path}/followers`, { id: world.keeper.id });
  }
}

/** plain → hidden → referring of each type that takes edges, with the pipeline that is hidden. */
async function addEdges({ admin, things, unmade }: World): Promise<void> {
  const pipeline = things.get('hidden', 'pipeline');
  let made = 0;
  for (const { type, id } of [...things.all('hidden'), ...things.all('below')]) {
    const ends = [things.get('plain', type), { type, id }, things.get('referring', type)];
    for (const [i, from] of ends.slice(0, 2).entries()) {
      const to = ends[i + 1] as { type: string; id: string };
      const lineageDetails = { pipeline: { id: pipeline.id, type: 'pipeline' } };
      const edge = { fromEntity: { id: from.id, type }, toEntity: { id: to.id, type }, lineageDetails };
      const answer = await admin.put('/lineage', { edge });
      if (answer.status === 200) made++;
    }
  }
  if (!made) unmade.push('lineage: no edge could be made');
}
