import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { describeUnless } from '../../support/unless-refused';
import { textOf } from '../ceilings';
import { PROJECT } from '../source-files';

const CHART = 'deploy/helm/metadata-catalog';
/** Helm 3 or 4: that of HELM, or the one on the path. */
const HELM = process.env['HELM'] ?? 'helm';
/** As if there: one that was built from its sources takes an old one for the default. */
const KUBERNETES = '1.33.0';
const NO_HELM = spawnSync(HELM, ['version']).status === 0 ? undefined : 'there is no helm (HELM names one)';

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly strategy?: object;
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: object;
        readonly containers: readonly [Container];
      };
    };
  };
}

function helm(...words: string[]): { readonly code: number | null; readonly output: string; readonly errors: string } {
  const { status, stdout, stderr } = spawnSync(HELM, words, { cwd: PROJECT, encoding: 'utf8' });
  return { code: status, output: stdout, errors: stderr };
}

const valuesFile = (name: string): string => `${CHART}/ci/${name}-values.yaml`;
const template = (name: string, ...words: string[]) =>
  helm('template', 'one', CHART, '--kube-version', KUBERNETES, '-f', valuesFile(name), ...words);

function manifests(name: string): readonly Manifest[] {
  const { code, output, errors } = template(name);
  expect([code, errors]).toEqual([0, '']);
  return parseAllDocuments(output).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

/** A constant in milliseconds of a source file. */
const constantOf = (file: string, name: string): number =>
  Number(new RegExp(`const ${name} = ([\\d_]+);`).exec(textOf(file))?.[1]?.replaceAll('_', ''));

const all = readdirSync(join(PROJECT, CHART, 'ci')).map((file) => file.replace('-values.yaml', ''));

describeUnless(NO_HELM, 'the Helm chart, by Helm itself', () => {
  it.each(all)('is well formed with the values %s', (name) => {
    const { code, output } = helm('lint', '--strict', CHART, '-f', valuesFile(name));
    expect([code, output]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it.each(all)('runs nothing that is not shut in, with the values %s', (name) => {
    const running = manifests(name).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(running.length).toBeGreaterThan(2);
    for (const { kind, spec } of running) {
      const { spec: pod } = spec.template;
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      if (kind === 'Deployment') {
        expect(spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
        const paths = ['startup', 'liveness', 'readiness'].map(
          (probe) => pod.containers[0][`${probe}Probe`]?.httpGet.path,
        );
        expect(paths).toEqual(['/startupz', '/livez', '/readyz']);
      }
    }
  });

  it.each(all)('ends no process before it has ended by itself, with the values %s', (name) => {
    const made = manifests(name);
    const delay = Number(made.find(({ kind }) => kind === 'ConfigMap')?.data?.['STOP_DELAY_MS']);
    for (const { spec } of made.filter(({ kind }) => kind === 'Deployment')) {
      const isWorker = spec.template.spec.containers[0].command.includes('dist/bin/worker.js');
      const file = isWorker ? 'apps/worker/src/main.ts' : 'apps/api/src/http/lifecycle/graceful-stop.ts';
      const most = constantOf(file, 'END_MS') + (isWorker ? 0 : delay);
      expect(spec.template.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(most);
    }
  });

  it('migrates once, before anything of the release is there', () => {
    for (const name of all) {
      const made = manifests(name);
      const [job, ...others] = made.filter(({ kind }) => kind === 'Job');
      expect(others).toEqual([]);
      expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      // Nothing that it names is of the release itself.
      const isHook = ({ metadata }: Manifest) => metadata.annotations?.['helm.sh/hook'] !== undefined;
      const own = made.filter((one) => !isHook(one)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      const text = JSON.stringify(job);
      const names = [...text.matchAll(/"secretKeyRef":\{"name":"([^"]+)"/g)].map(([, secret]) => `Secret ${secret}`);
      expect(names.filter((secret) => own.includes(secret))).toEqual([]);
      expect(text).not.toContain('configMapRef');
    }
  });

  it('has one Deployment for each entry of workers, with its lanes', () => {
    const lanes = manifests('everything')
      .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name.includes('-worker-'))
      .map(({ metadata, spec }) => {
        const { env } = spec.template.spec.containers[0];
        return [metadata.name, env.find(({ name }) => name === 'WORKER_QUEUES')?.value];
      });
    expect(Object.fromEntries(lanes)).toEqual({
      'catalog-worker-urgent': 'urgent',
      'catalog-worker-batch': 'batch',
      'catalog-worker-data': 'data',
    });
  });

  it('scales by metrics that workers have', () => {
    const asked = JSON.stringify(manifests('keda').filter(({ kind }) => kind === 'ScaledObject'));
    const names = [...new Set([...asked.matchAll(/max\((\w+)\{/g)].map(([, name]) => name))];
    expect(names.sort()).toEqual(['runs_oldest_waiting_seconds', 'validation_oldest_waiting_seconds']);
    const sources = ['libs/runs/src/run-metrics.ts', 'libs/validation/src/runs/backlog-metrics.ts'].map(textOf).join();
    for (const name of names) expect(sources).toContain(`name: '${name}'`);
  });

  it('shows numbers and switches as the settings read them', () => {
    const { data } = manifests('everything').find(({ kind }) => kind === 'ConfigMap')!;
    expect(data).toMatchObject({ DATA_RESULT_BYTES: '16777216', SAMPLE_DATA: 'on', STOP_DELAY_MS: '8000' });
    expect(manifests('trial').find(({ kind }) => kind === 'ConfigMap')?.data).toMatchObject({ CONSOLE: 'off' });
  });

  it.each([
    ['existingSecret=', 'existingSecret names no Secret'],
    ['secrets.DATABASE_URL=postgres://x', 'existingSecret and secrets exclude each other'],
    ['settings.LOG_LEVEL=loud', 'LOG_LEVEL'],
    ['settings.LOG_LEVLE=info', 'LOG_LEVLE'],
    ['settings.CACHE_MB=20000', '16384'],
    ['api.replcas=3', 'replcas'],
    ['workers.data=null', 'serves the lane data'],
    ['workers.data.queues={urgnt}', 'queues'],
    ['workers.data.signingKey=false', 'connectionKey.enabled'],
    ['workerDefaults.autoscaling.enabled=true,workerDefaults.autoscaling.by=keda', 'keda.serverAddress'],
    ['networkPolicy.enabled=true', 'networkPolicy.apiFrom'],
    ['ingress.enabled=true', 'ingress.hosts'],
    ['api.autoscaling.enabled=true,api.autoscaling.minReplicas=9', 'above maxReplicas'],
  ])('refuses %s, and says why', (set, why) => {
    const { code, errors } = template('minimal', '--set', set);
    expect([code, errors]).toEqual([1, expect.stringContaining(why)]);
  });
});
