import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@app/embedded';
import { parse } from 'yaml';
import { WatchedProcess } from '../embedded/support/watched-process';
import { Sandbox } from '../embedded/support/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database';
import { eventually } from '../support/eventually';

const ROOT = resolve(__dirname, '../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly profiles?: readonly string[];
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly read_only?: boolean;
  readonly expose?: readonly string[];
  readonly deploy?: { readonly replicas: number };
}

const compose = parse(textOf('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const { api, worker, migrate } = compose.services as { api: Service; worker: Service; migrate: Service };

/** The instructions of the Dockerfile with continued lines joined; those of the last stage. */
const instructions = textOf('Dockerfile')
  .replace(/\\\n/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
const valueOf = (name: string): string => lastStage.find((line) => line.startsWith(`${name} `))!.slice(name.length + 1);
const image = {
  command: JSON.parse(valueOf('CMD')) as string[],
  environment: Object.fromEntries(
    valueOf('ENV')
      .split(' ')
      .map((pair) => pair.split('=')),
  ) as Record<string, string>,
};

describe('the image', () => {
  it('is made in stages of one base, without tests, and runs as nobody in particular', () => {
    expect(instructions.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1])).toEqual(
      Array(3).fill('${NODE_IMAGE}'),
    );
    expect(textOf('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:26\.\d+-[a-z]+-slim$/m);
    // The user `node` of the base: `runAsNonRoot` of Kubernetes refuses a name.
    expect(valueOf('USER')).toBe('1000:1000');
    expect(textOf('Dockerfile')).not.toMatch(/COPY test|^ADD /m);
  });

  it('is made of files that are there and that the context holds', () => {
    const copied = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    const taken = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((file) => !existsSync(join(ROOT, file)) || !taken.includes(file))).toEqual([]);
  });

  it('is built from no other files than those', async () => {
    const sandbox = new Sandbox();
    const from = instructions.findIndex((line) => line.endsWith(' AS build'));
    const stage = instructions.slice(
      from,
      instructions.findIndex((line, i) => i > from && line.startsWith('FROM ')),
    );
    for (const line of stage.filter((instruction) => instruction.startsWith('COPY '))) {
      const files = line.split(' ').slice(1);
      const target = files.pop()!;
      for (const file of files) {
        const isSpec = (name: string): boolean => name.endsWith('.spec.ts');
        const name = target.endsWith('/') ? file : target;
        cpSync(join(ROOT, file), sandbox.path(name), { recursive: true, filter: (source) => !isSpec(source) });
      }
    }
    symlinkSync(join(ROOT, 'node_modules'), sandbox.path('node_modules'));
    const build = stage.findLast((line) => line.startsWith('RUN '))!.slice('RUN '.length);
    const { status, stderr } = spawnSync('sh', ['-c', build], { cwd: sandbox.folder, encoding: 'utf8' });
    expect(status === 0 ? '' : stderr).toBe('');
    const made = ['dist/bin/api.js', 'dist/bin/worker.js', 'dist/console/index.html', 'dist/apps/stack/src/migrate.js'];
    expect(made.filter((file) => !existsSync(sandbox.path(file)))).toEqual([]);
    await sandbox.end();
  });
});

describe('the compose file', () => {
  it('has servers by profile, two workers, and roots that are not written', () => {
    const profiles = Object.entries(compose.services).map(([name, { profiles: of = [] }]) => [name, of[0]]);
    expect(Object.fromEntries(profiles)).toEqual({
      postgres: undefined,
      redis: 'redis',
      elasticsearch: 'elasticsearch',
      migrate: undefined,
      api: undefined,
      worker: undefined,
      prometheus: 'monitoring',
      grafana: 'monitoring',
    });
    expect(worker.deploy?.replicas).toBe(2);
    expect([api, worker, migrate].map(({ read_only }) => read_only)).toEqual([true, true, true]);
  });

  it('has the service connect as the owner of its database, and not as the superuser of the server', () => {
    const { postgres } = compose.services as { postgres: Service & { volumes: string[] } };
    expect(postgres.environment).toEqual({ POSTGRES_PASSWORD: expect.any(String) });
    const [script] = postgres.volumes.filter((volume) => volume.includes('docker-entrypoint-initdb.d'));
    const [, role] = /create role (\w+) login password/.exec(textOf(script!.split(':')[0]!))!;
    expect(new URL(migrate.environment!.DATABASE_URL!.replace(/\$\{[^}]*\}/, 'x')).username).toBe(role);
  });

  it('passes all other settings on to its processes, by a file that need not be there', () => {
    const files = [api, worker, migrate].map(({ env_file: [file] = [] }) => file);
    expect(files).toEqual(Array(3).fill({ path: 'settings.env', required: false }));
  });

  it('scrapes the ports that the processes have', () => {
    const { scrape_configs } = parse(textOf('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const scraped = scrape_configs.map(({ dns_sd_configs: [target] }) => [target?.names[0], String(target?.port)]);
    const { METRICS_PORT, WORKER_PORT } = image.environment;
    expect(scraped).toEqual([
      ['api', METRICS_PORT],
      ['worker', WORKER_PORT],
    ]);
    expect([api.expose, worker.expose]).toEqual([[METRICS_PORT], [WORKER_PORT]]);
  });
});

/** Commands as a container would run them: the environment of image and service, with addresses of this machine. */
describe('the services, run without containers', () => {
  const sandbox = new Sandbox();
  let database: TestDatabase;
  let environment: Record<string, string>;
  const ports: Record<string, string> = {};
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const port of ['8585', '9464', '9465']) ports[port] = String(await freePort());
    environment = {
      ...image.environment,
      DATABASE_URL: database.url,
      DATA_DIR: sandbox.path('data'),
      PORT: ports['8585']!,
      METRICS_PORT: ports['9464']!,
      WORKER_PORT: ports['9465']!,
    };
  });
  afterAll(async () => {
    await sandbox.end();
    await database.drop();
  });

  const run = ({ command = image.command, environment: own = {} }: Service): WatchedProcess => {
    const unset = Object.fromEntries(
      Object.entries(own)
        .filter(([, value]) => value.endsWith(':-}'))
        .map(([name]) => [name, '']),
    );
    const [program = '', ...words] = command;
    expect(program).toBe('node');
    const env = { PATH: process.env.PATH, ...unset, ...environment };
    const started = new WatchedProcess(process.execPath, [join(ROOT, words[0]!), ...words.slice(1)], {
      cwd: sandbox.folder,
      env,
    });
    sandbox.atEnd(async () => {
      started.child.kill('SIGTERM');
      await started.ended;
    });
    return started;
  };

  const healthOf = ({ healthcheck }: Service): number | null => {
    const [, program, ...words] = healthcheck!.test;
    expect(program).toBe('node');
    const local = words.map((word) =>
      word.replace(/127\.0\.0\.1:(\d+)/, (_, port: string) => `127.0.0.1:${ports[port]}`),
    );
    return spawnSync(process.execPath, local).status;
  };

  it('make the tables, then serve, are healthy and can be scraped', async () => {
    expect(await run(migrate).closed).toEqual({ code: 0 });
    expect(healthOf(api)).toBe(1);
    const [served, works] = [run(api), run(worker)];
    await Promise.all([served.says(/"msg":"listening"/), works.says(/"context":"Health","msg":"ready"/)]);
    // As the one who runs containers does, more than once: just started, a busy part may not answer in time.
    for (const service of [api, worker]) await eventually(() => healthOf(service) === 0);
    for (const [port, app] of [
      ['9464', 'api'],
      ['9465', 'worker'],
    ] as const) {
      const text = await (await fetch(`http://127.0.0.1:${ports[port]}/metrics`)).text();
      expect(text).toContain(`metadata_catalog_build_info{app="${app}"`);
    }
  });
});

describe('the units of systemd', () => {
  const FOLDER = 'deploy/systemd';
  const units = readdirSync(join(ROOT, FOLDER));

  it.each(units)(
    '%s starts a script that is built, as a user of its own, with the settings of the installation',
    (unit) => {
      const text = textOf(`${FOLDER}/${unit}`);
      const script = /^ExecStart=.*node (\S+\.c?js)/m.exec(text)?.[1];
      expect(existsSync(join(ROOT, String(script)))).toBe(true);
      expect(text).toContain('User=metadata-catalog');
      expect(text).toContain('EnvironmentFile=/etc/metadata-catalog/settings.env');
      if (unit.includes('migrate')) return;
      expect(text).toContain('RestartPreventExitStatus=78');
      // Else five starts within ten seconds that fail are the last ones.
      expect(text).toContain('\nStartLimitIntervalSec=0\n');
    },
  );

  const linesOf = (unit: string): string[] => textOf(`${FOLDER}/${unit}`).split('\n');

  it('are all shut in alike: they write their folder alone, and calls of Node that others never make are let through', () => {
    const [shut = [], ...others] = units.map((unit) => {
      const lines = linesOf(unit);
      return lines.slice(lines.indexOf('UMask=0077')).filter((line) => !/^$|^\[Install\]|^WantedBy/.test(line));
    });
    expect(shut).toEqual(expect.arrayContaining(['StateDirectory=metadata-catalog', 'ProtectSystem=strict']));
    // Node ends by SIGSYS where memory keys are not let through.
    expect(shut).toEqual(expect.arrayContaining(['SystemCallFilter=@system-service @pkey', 'CapabilityBoundingSet=']));
    for (const other of others) expect(other).toEqual(shut);
  });

  it('have an API of which one host runs several, whose own ports win over those of all', () => {
    const several = linesOf('metadata-catalog-api@.service');
    const own = several.filter((line) => line.startsWith('EnvironmentFile='));
    // The last file wins, and each file over Environment=.
    expect(own).toEqual([
      'EnvironmentFile=/etc/metadata-catalog/settings.env',
      'EnvironmentFile=/etc/metadata-catalog/api-%i.env',
    ]);
    const single = linesOf('metadata-catalog-api.service');
    const more = several.filter((line) => !line.startsWith('#') && !single.includes(line));
    expect(more).toEqual(['Description=Metadata catalog: API %i', own[1]]);
  });
});

describe('the bill of materials', () => {
  it('names every licence of what is shipped', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'deploy/release/licences.mjs')], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^fastify@\S+: MIT$/m);
    expect(stdout).not.toMatch(/^jest@/m);
  });
});
