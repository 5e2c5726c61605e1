import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import type { Setting } from './setting';
import { SETTINGS } from './setting-list';

const ROOT = resolve(__dirname, '../../..');
const CHART = join(ROOT, 'deploy/helm/metadata-catalog');
const textOf = (file: string): string => readFileSync(join(CHART, file), 'utf8');

/** Those that the chart sets by itself, or that have no meaning in it. */
const SET_BY_THE_CHART = [
  'CONNECTION_KEY_FILE',
  'DATA_DIR',
  'FAILPOINTS',
  'HOST',
  'METRICS_PORT',
  'MIGRATE_ON_START',
  'PORT',
  'SIGNING_KEY_FILE',
  'WORKER_PORT',
  'WORKER_QUEUES',
];
/** A variable of Node.js. */
const NO_SETTINGS = ['NODE_EXTRA_CA_CERTS'];

const all: readonly Setting<unknown>[] = Object.values(SETTINGS);
const secrets = all.filter(({ secret }) => secret);
const plain = all.filter(({ name, secret }) => !secret && !SET_BY_THE_CHART.includes(name));
const namesOf = (settings: readonly Setting<unknown>[]): string[] => settings.map(({ name }) => name).sort();

interface Schema {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly properties: Readonly<Record<string, Schema>>;
}
const schema = JSON.parse(textOf('values.schema.json')) as Schema & { readonly definitions: { settings: Schema } };
const { settings } = schema.definitions;
const validate = new Ajv({ strict: false }).compile(schema);
const isTaken = (name: string, value: unknown): boolean => validate({ settings: { [name]: value } });
const values = parse(textOf('values.yaml')) as Readonly<Record<string, unknown>>;

describe('the Helm chart', () => {
  it('has the version of the release that it installs', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(parse(textOf('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('sets no variable that is no setting', () => {
    const templates = readdirSync(join(CHART, 'templates')).map((file) => textOf(`templates/${file}`));
    const named = templates.flatMap((text) => text.match(/\b(?:HOST|PORT|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g) ?? []);
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'HOST', 'PORT', 'WORKER_QUEUES']));
    const known = [...namesOf(all), ...NO_SETTINGS];
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('passes every secret setting from a Secret, and takes none among the others', () => {
    const listed = /range list ("DATABASE_URL".*) }}/.exec(textOf('templates/_helpers.tpl'))?.[1];
    expect(listed?.match(/\w+/g)?.sort()).toEqual(namesOf(secrets));
    const files = ['connection-key', 'signing-key.pem'];
    expect(Object.keys(schema.properties['secrets']!.properties).sort()).toEqual([...namesOf(secrets), ...files]);
  });

  it('takes all other settings, and none that it sets by itself', () => {
    expect(Object.keys(settings.properties).sort()).toEqual(namesOf(plain));
    expect(isTaken('WORKER_QUEUES', 'urgent')).toBe(false);
    expect(isTaken('LOG_LEVLE', 'debug')).toBe(false);
  });

  it('accepts its own values', () => {
    expect(validate(values) ? [] : validate.errors).toEqual([]);
  });

  it.each(plain.map((setting) => [setting.name, setting] as const))('%s: as the setting has it', (name, setting) => {
    const { expected, parse: parsed } = setting.type;
    const asValue = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);
    expect(isTaken(name, asValue(setting.example))).toBe(true);
    if (setting.fallback) expect(isTaken(name, asValue(setting.fallback))).toBe(true);
    const own = settings.properties[name]!;
    const [, min, max] = /^a whole number from (\d+) to (\d+)$/.exec(expected) ?? [];
    if (max) expect([own.minimum, own.maximum]).toEqual([Number(min), Number(max)]);
    const [, words] = /^one of (.+)$/.exec(expected) ?? [];
    if (words) expect(own.enum?.filter((word) => typeof word === 'string')).toEqual(words.split(', '));
    // What the setting refuses is refused before anything is installed, where a schema can tell.
    if (parsed('no value?') === undefined && !/list|path|domain|characters/.test(expected)) {
      expect(isTaken(name, 'no value?')).toBe(false);
    }
  });
});
