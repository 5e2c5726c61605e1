import { ADMIN, failure, parsed, QualityFixture, someone, timesOf, type Document, type Page } from './quality.fixture';

const T0 = Date.UTC(2026, 0, 10, 12);
const MINUTE = 60_000;

describe('statuses of pipelines', () => {
  let world: QualityFixture;
  let pipeline: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    pipeline = await world.pipeline();
  });

  const push = async (...sent: object[]) =>
    parsed(await world.pipelines.push(ADMIN, pipeline.fullyQualifiedName, sent));

  it('show the newest on the pipeline, whose version stays', async () => {
    const newest = { runId: 'b', pipelineState: 'failed', timestamp: T0 + MINUTE };
    expect(await push(newest)).toMatchObject({ id: pipeline.id, version: pipeline.version, pipelineStatus: newest });
    expect(await push({ pipelineState: 'success', timestamp: T0 })).toMatchObject({ pipelineStatus: newest });
    expect((await world.get('pipeline', pipeline.id, 'pipelineStatus')).pipelineStatus).toEqual(newest);
    const { data, paging } = JSON.parse(await world.pipelines.list(ADMIN, pipeline.id, {})) as Page;
    expect(data).toEqual([newest, { pipelineState: 'success', timestamp: T0 }]);
    expect(paging).toEqual({ total: 2 });
  });

  it('are a refresh of the pipeline where they ended with success, and no more when they are corrected', async () => {
    await push({ pipelineState: 'running', timestamp: T0, startDate: T0 });
    expect((await world.evidenceOf(pipeline)).refreshes).toEqual([]);
    await push({ pipelineState: 'success', timestamp: T0, startDate: T0, endDate: T0 + MINUTE });
    expect(timesOf((await world.evidenceOf(pipeline)).refreshes)).toEqual([T0 + MINUTE]);
    await push({ executionStatus: 'Successful', timestamp: T0 + 1, endDate: T0 + MINUTE });
    await push({ pipelineState: 'failed', timestamp: T0, startDate: T0, endDate: T0 + MINUTE });
    expect(timesOf((await world.evidenceOf(pipeline)).refreshes)).toEqual([T0 + MINUTE]);
    await push({ executionStatus: 'Failed', timestamp: T0 + 1 });
    expect((await world.evidenceOf(pipeline)).refreshes).toEqual([]);
  });

  it('come several at once; of those at one time the last one holds', async () => {
    const at = (pipelineState: string, timestamp: number) => ({ pipelineState, timestamp });
    const sent = [at('success', T0), at('running', T0 + MINUTE), at('failed', T0), at('success', T0 - MINUTE)];
    expect(await push(...sent)).toMatchObject({ pipelineStatus: at('running', T0 + MINUTE) });
    const { data } = JSON.parse(await world.pipelines.list(ADMIN, pipeline.id, {})) as Page;
    expect(data).toEqual([sent[1], sent[2], sent[3]]);
    expect(timesOf((await world.evidenceOf(pipeline)).refreshes)).toEqual([T0 - MINUTE]);
    expect(await push()).toMatchObject({ pipelineStatus: at('running', T0 + MINUTE) });
  });

  it('are for who may edit tests, and of a pipeline that is there', async () => {
    const status = { pipelineState: 'success', timestamp: T0 };
    const viewer = someone([{ operations: ['ViewAll'] }]);
    expect(await failure(world.pipelines.push(viewer, pipeline.id, [status]))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(world.pipelines.push(ADMIN, 'no.pipeline', [status]))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'pipeline instance for no.pipeline not found',
    });
  });
});
