import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { envExample } from './env-example';
import { loadSettings } from '../load-settings';
import type { Setting } from '../setting';
import { SETTINGS } from '../setting-list';

const written = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');
const settings = Object.values<Setting<unknown>>(SETTINGS);

describe('.env.example', () => {
  it('is what the list of settings says (npm run env:write makes it anew)', () => {
    expect(written).toBe(envExample());
  });

  it('gives the defaults when every line is uncommented', () => {
    const uncommented = written.replace(/^#(?=[A-Z_]+=)/gm, '');
    const env = parseEnv(uncommented);
    expect(Object.keys(env).sort()).toEqual(settings.map(({ name }) => name).sort());
    expect(loadSettings(env)).toEqual(loadSettings({}));
  });
});

describe('the list of settings', () => {
  it('has each name once', () => {
    expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
  });

  it.each(settings.map((setting) => [setting.name, setting] as const))('has a usable example for %s', (_, setting) => {
    expect(setting.type.parse(setting.example)).toBeDefined();
  });
});
