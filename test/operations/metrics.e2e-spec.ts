import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@app/embedded';
import { parse } from 'yaml';
import { makeContracts } from '../processes/restart/restart-world';
import { RunningService } from '../support/running-service';
import { hasPromtool, labelsOf, metricsOf, promtool } from './support/prometheus';

const ROOT = resolve(__dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');
const ALERTS = join(DEPLOY, 'prometheus/alerts.yml');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const alerts = (parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

interface Panel {
  readonly title: string;
  readonly targets?: { readonly expr: string }[];
}

const { panels } = JSON.parse(readFileSync(join(DEPLOY, 'grafana/dashboard.json'), 'utf8')) as { panels: Panel[] };
const asked = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Prometheus itself adds to every target. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance', 'le'] };

describe('the metrics of API and worker', () => {
  let service: RunningService;
  let scrapes: string[];

  const textOf = async (port: number | string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0, environment: { API_PROCESSES: '2' } });
    const workerPort = String(await freePort());
    await service.startWorker({ WORKER_PORT: workerPort });
    const client = await service.client();
    const [id] = await makeContracts(client, 1);
    await client.must('POST', `/dataContracts/${id}/validate`);
    scrapes = [await textOf(service.environment.PORT!), await textOf(workerPort)];
  });
  afterAll(() => service?.stop());

  const unless = (condition: boolean): typeof it => (condition ? it : it.skip);

  unless(hasPromtool)('follow the conventions of Prometheus', () => {
    for (const scrape of scrapes) expect(promtool(['check', 'metrics'], scrape)).toEqual({ code: 0, output: '' });
  });

  it('count runs by outcome with their times, statements and transactions', () => {
    const [api, worker] = scrapes as [string, string];
    expect(worker).toMatch(/^run_seconds_count\{kind="validation"\} 1$/m);
    expect(worker).toMatch(/^database_transactions_total\{end="committed"\} [1-9]\d*$/m);
    expect(api).toMatch(/^database_statements_total [1-9]\d*$/m);
    for (const scrape of scrapes) expect(scrape).toMatch(/^metadata_catalog_part_ready\{part="database"\} 1$/m);
  });

  it('name routes by their templates', () => {
    expect(scrapes[0]).toContain('route="/api/v1/dataContracts/:id/validate"');
    expect(scrapes[0]).not.toMatch(/route="[^"]*[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  describe('as the dashboard and the alerts ask for them', () => {
    it.each(asked)('%s: %s', (_, expression) => {
      const series = scrapes.flatMap((scrape) => scrape.split('\n')).filter((line) => !line.startsWith('#'));
      const known = new Set([...OF_PROMETHEUS.metrics, ...series.map((line) => /^\w+/.exec(line)?.[0])]);
      // A counter with labels has no series before its first event; its name and type are told from the start.
      const types = scrapes.flatMap((scrape) => [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)]);
      const declared = types.map(([, name, type]) => (type === 'histogram' ? `${name}_bucket` : name));
      const metrics = metricsOf(expression);
      expect(metrics).not.toEqual([]);
      expect(metrics.filter((metric) => !known.has(metric) && !declared.includes(metric))).toEqual([]);
      const labels = new Set([
        ...OF_PROMETHEUS.labels,
        ...series.flatMap((line) => [...line.matchAll(/([a-z_]\w*)="/g)].map(([, label]) => label as string)),
        // Of counters that have counted nothing yet.
        'queue',
        'kind',
        'event',
        'reason',
        'engine',
      ]);
      expect(labelsOf(expression).filter((label) => !labels.has(label))).toEqual([]);
    });
  });
});

describe('the alerts', () => {
  const tests = readFileSync(join(DEPLOY, 'prometheus/alerts.test.yml'), 'utf8');
  const { tests: cases } = parse(tests) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const checked = cases.flatMap(({ alert_rule_test }) => alert_rule_test);

  it.each(alerts.map(({ alert }) => alert))(
    '%s has a case in which it fires, one in which it does not, and a runbook',
    (name) => {
      const ofIt = checked.filter(({ alertname }) => alertname === name);
      expect(ofIt.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
      expect(ofIt.some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true);
      expect(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')).toContain(`### ${name}\n`);
    },
  );

  it('have no runbook of an alert that is gone', () => {
    const headings = [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/^### (Catalog\w+)$/gm)];
    const names = alerts.map(({ alert }) => alert);
    expect(headings.map(([, name]) => name).filter((name) => !names.includes(name as string))).toEqual([]);
  });

  (hasPromtool ? it : it.skip)('fire when they should, by Prometheus itself', () => {
    expect(promtool(['check', 'rules', ALERTS])).toMatchObject({ code: 0 });
    const { code, output } = promtool(['test', 'rules', join(DEPLOY, 'prometheus/alerts.test.yml')]);
    expect(output).toContain('SUCCESS');
    expect(code).toBe(0);
  });
});
