import { readFileSync } from 'node:fs';
import { readDotEnv } from './dot-env';
import type { Setting } from './setting';
import { SETTINGS, type Settings } from './setting-list';
import { type BadSetting, SettingsError } from './settings-error';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of this process over those of a file `.env` in the working directory: the environment takes
 * precedence.
 */
export function currentEnvironment(file = '.env'): Environment {
  return { ...readDotEnv(file).values, ...process.env };
}

type Outcome = { readonly value?: unknown } | { readonly bad: BadSetting };

const shown = (setting: Setting<unknown>, text: string) => (setting.secret ? '(a secret, not shown)' : `"${text}"`);

function bad(setting: Setting<unknown>, got: string, expected: string = setting.type.expected) {
  return { bad: { name: setting.name, got, expected, example: setting.example } };
}

function parsed(setting: Setting<unknown>, text: string | undefined): Outcome {
  const used = text || setting.fallback;
  if (used === undefined) return {};
  const value = setting.type.parse(used);
  return value === undefined ? bad(setting, shown(setting, used)) : { value };
}

function fromFile(setting: Setting<unknown>, file: string): Outcome {
  try {
    return parsed(setting, readFileSync(file, 'utf8').trim());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return bad(setting, `${setting.name}_FILE="${file}", which cannot be read (${code})`, 'a file that can be read');
  }
}

function read(setting: Setting<unknown>, environment: Environment): Outcome {
  const text = environment[setting.name]?.trim();
  const file = setting.secret ? environment[`${setting.name}_FILE`]?.trim() : undefined;
  if (text && file) return bad(setting, `both ${setting.name} and ${setting.name}_FILE`, 'one of the two');
  return file ? fromFile(setting, file) : parsed(setting, text);
}

/** The address past a pooler, where there is no pooler. */
function withoutDatabase(outcomes: ReadonlyMap<string, Outcome>): readonly BadSetting[] {
  const direct = outcomes.get('databaseDirectUrl') ?? {};
  const isAlone = 'value' in direct && Object.keys(outcomes.get('databaseUrl') ?? {}).length === 0;
  return isAlone
    ? [bad(SETTINGS.databaseDirectUrl, 'no DATABASE_URL beside it', 'the database of DATABASE_URL').bad]
    : [];
}

/** A Cloud ID beside a URL, of which one would not be asked, or without the key that its server wants. */
function misledCloud(outcomes: ReadonlyMap<string, Outcome>): readonly BadSetting[] {
  const { elasticsearchCloudId: setting, elasticsearchUrl: url, elasticsearchApiKey: key } = SETTINGS;
  if (!('value' in (outcomes.get('elasticsearchCloudId') ?? {}))) return [];
  const isUnset = (name: string) => Object.keys(outcomes.get(name) ?? {}).length === 0;
  if (!isUnset('elasticsearchUrl')) return [bad(setting, `${url.name} beside it`, 'one of the two').bad];
  return isUnset('elasticsearchApiKey')
    ? [bad(setting, `no ${key.name} beside it`, 'a key of that deployment').bad]
    : [];
}

/** The certificates of authorities, where a file has none or cannot be read: no connection would be made. */
function withoutCertificates(outcomes: ReadonlyMap<string, Outcome>): readonly BadSetting[] {
  return (['redisCaFile', 'elasticsearchCaFile'] as const).flatMap((key) => {
    const outcome = outcomes.get(key) ?? {};
    const file = 'value' in outcome ? outcome.value : undefined;
    if (typeof file !== 'string' || hasCertificate(file)) return [];
    const setting = SETTINGS[key];
    return [bad(setting, shown(setting, file), 'the path of a PEM file with certificates that can be read').bad];
  });
}

function hasCertificate(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

/**
 * Reads and checks all settings. A variable that is unset or empty has its default; a secret may be given as NAME_FILE.
 *
 * @param environment the variables; by default those of the process over those of `.env`
 * @throws {SettingsError} that lists every setting that is wrong
 */
export function loadSettings(environment: Environment = currentEnvironment()): Settings {
  const outcomes = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([key, setting]) => [key, read(setting, environment)] as const,
  );
  const byKey = new Map(outcomes);
  const wrong = [
    ...outcomes.flatMap(([, outcome]) => ('bad' in outcome ? [outcome.bad] : [])),
    ...withoutDatabase(byKey),
    ...misledCloud(byKey),
    ...withoutCertificates(byKey),
  ];
  if (wrong.length > 0) throw new SettingsError(wrong);
  const values = outcomes.flatMap(([key, outcome]) =>
    'value' in outcome && outcome.value !== undefined ? [[key, outcome.value] as const] : [],
  );
  // Settings are what the types of SETTINGS parse to.
  return Object.fromEntries(values) as unknown as Settings;
}

/**
 * All settings as variables that say the same whatever becomes of `.env`: what is unset is empty. For processes that are started later, which
 * shall have the settings of the first one.
 */
export function settingsAsEnvironment(): Readonly<Record<string, string>> {
  const environment = currentEnvironment();
  const names = Object.values(SETTINGS).flatMap(({ name, secret }: Setting<unknown>) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}

/** Where links begin: PUBLIC_URL, else the address that the API listens on. */
export function originOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
