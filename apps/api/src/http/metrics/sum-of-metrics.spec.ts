import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations';
import { countsOf, sumOfMetrics } from './sum-of-metrics';

interface Told {
  readonly jobs: number;
  readonly seconds: readonly number[];
  readonly waiting: number;
  readonly oldest: number;
  readonly isReady: 0 | 1;
  readonly memory: number;
  /** A route that not every process was asked for. */
  readonly route?: string;
}

/** The text of a process. */
async function textOf({ jobs, seconds, waiting, oldest, isReady, memory, route = '/a b' }: Told): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const help = 'As it is';
  new Counter({ name: 'jobs_total', help, labelNames: ['queue'], registers }).inc({ queue: 'a "quoted" one' }, jobs);
  new Counter({ name: 'process_cpu_seconds_total', help, registers }).inc(jobs / 10);
  const durations = new Histogram({ name: 'run_seconds', help, buckets: [1, 2], registers });
  const requests = new RequestDurations(registry).of({ method: 'GET', route, status: 200 });
  for (const each of seconds) [durations, requests].forEach((histogram) => histogram.observe(each));
  new Gauge({ name: 'database_pool_waiting', help, registers }).set(waiting);
  new Gauge({ name: 'search_oldest_dirty_seconds', help, registers }).set(oldest);
  new Gauge({ name: 'metadata_catalog_part_ready', help, labelNames: ['part'], registers }).set(
    { part: 'queue' },
    isReady,
  );
  new Gauge({ name: 'nodejs_heap_bytes', help, labelNames: ['space'], registers }).set({ space: 'old' }, memory);
  return registry.metrics();
}

const ONE: Told = { jobs: 3, seconds: [0.5, 1.5], waiting: 1, oldest: 4, isReady: 1, memory: 10 };
const OTHER: Told = { jobs: 4, seconds: [5], waiting: 2, oldest: 3, isReady: 0, memory: 20 };

const valuesOf = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const at = line.lastIndexOf(' ');
      return line === '' || line.startsWith('#') ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );

async function summed(serving: readonly Told[], ended: readonly Told[] = []): Promise<string> {
  const texts = await Promise.all(serving.map(textOf));
  return sumOfMetrics({
    serving: texts.map((text, at) => ({ slot: at + 1, text })),
    ended: (await Promise.all(ended.map(textOf))).map((text) => ({ text })),
    wanted: 3,
  });
}

describe('the metrics of several processes', () => {
  it('add up what counts and what each has for itself', async () => {
    const values = valuesOf(await summed([ONE, OTHER]));
    expect(values.get('jobs_total{queue="a \\"quoted\\" one"}')).toBe('7');
    expect(values.get('database_pool_waiting')).toBe('3');
    expect(['1', '2', '+Inf'].map((le) => values.get(`run_seconds_bucket{le="${le}"}`))).toEqual(['1', '2', '3']);
    expect([values.get('run_seconds_sum'), values.get('run_seconds_count')]).toEqual(['7', '3']);
    expect(values.get('http_request_duration_seconds_count{method="GET",route="/a b",status="200"}')).toBe('3');
  });

  it('take the highest of what comes out of the database, and the lowest of what is ready', async () => {
    const values = valuesOf(await summed([ONE, OTHER]));
    expect(values.get('search_oldest_dirty_seconds')).toBe('4');
    expect(values.get('metadata_catalog_part_ready{part="queue"}')).toBe('0');
  });

  it('name the process of what tells of it', async () => {
    const values = valuesOf(await summed([ONE, OTHER]));
    expect(values.get('nodejs_heap_bytes{process="1",space="old"}')).toBe('10');
    expect(values.get('nodejs_heap_bytes{process="2",space="old"}')).toBe('20');
    expect(values.get('process_cpu_seconds_total{process="2"}')).toBe('0.4');
    expect([...values.keys()].filter((key) => key.startsWith('process_cpu_seconds_total'))).toHaveLength(2);
  });

  it('say how many serve, and how many shall', async () => {
    const values = valuesOf(await summed([ONE, OTHER]));
    expect(values.get('metadata_catalog_api_processes')).toBe('2');
    expect(values.get('metadata_catalog_api_processes_wanted')).toBe('3');
  });

  it('go on counting what ended processes counted, and nothing else of them', async () => {
    const values = valuesOf(await summed([ONE], [OTHER, { ...OTHER, route: '/only/there' }]));
    expect(values.get('jobs_total{queue="a \\"quoted\\" one"}')).toBe('11');
    expect(values.get('http_request_duration_seconds_count{method="GET",route="/only/there",status="200"}')).toBe('1');
    expect(values.get('database_pool_waiting')).toBe('1');
    expect(values.get('metadata_catalog_part_ready{part="queue"}')).toBe('1');
    expect([...values.keys()].filter((key) => key.startsWith('process_'))).toEqual([
      'process_cpu_seconds_total{process="1"}',
    ]);
  });

  it('are the same where what ended was added up before', async () => {
    const texts = await Promise.all([OTHER, { ...OTHER, route: '/only/there' }, OTHER].map(textOf));
    const own = [{ slot: 1, text: await textOf(ONE) }];
    const apart = sumOfMetrics({ serving: own, ended: texts.map((text) => ({ text })), wanted: 1 });
    const [first, ...others] = texts as [string, ...string[]];
    const added = countsOf([countsOf([first, ...others.slice(0, 1)]), ...others.slice(1)]);
    expect(valuesOf(sumOfMetrics({ serving: own, ended: [{ text: added }], wanted: 1 }))).toEqual(valuesOf(apart));
  });

  it('of one process are those of it, with its label', async () => {
    const text = await textOf(ONE);
    const [, ...lines] = (await summed([ONE])).split('\n# HELP metadata_catalog_api_processes ')[0]!.split('\n');
    const same = lines.map((line) => line.replace('process="1",', '').replace('{process="1"}', '')).filter(Boolean);
    expect(same).toEqual(text.split('\n').slice(1).filter(Boolean));
  });

  it('keep what is no number, and metrics without values', () => {
    const text =
      '# HELP a_seconds Of a\n# TYPE a_seconds gauge\na_seconds Nan\n\n# HELP b_total Of b\n# TYPE b_total counter\n\n# HELP c Of c\n# TYPE c gauge\nc +Inf\n';
    const sum = sumOfMetrics({ serving: [{ slot: 1, text }], ended: [], wanted: 1 });
    expect(sum).toContain('a_seconds Nan\n');
    expect(sum).toContain('# HELP b_total Of b\n# TYPE b_total counter\n');
    expect(sum).toContain('\nc +Inf\n');
  });
});
