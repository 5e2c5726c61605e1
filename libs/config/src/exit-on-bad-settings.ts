import { readDotEnv } from './dot-env';
import { loadSettings } from './load-settings';
import type { Settings } from './setting-list';
import { SettingsError } from './settings-error';

/** EX_CONFIG of sysexits.h: a restart by the supervisor is useless. */
export const EXIT_BAD_SETTINGS = 78;

const DOT_ENV = '.env';

/** The settings of this process; bad ones are listed on stderr and end it with code 78. */
export function exitOnBadSettings(): Settings {
  try {
    const { values, unknown } = readDotEnv(DOT_ENV);
    const settings = loadSettings({ ...values, ...process.env });
    // The stack has reported those of its parts as well.
    if (process.send) return settings;
    for (const name of unknown) process.stderr.write(`${name} in ${DOT_ENV} is no setting; it is ignored\n`);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_BAD_SETTINGS);
  }
}
