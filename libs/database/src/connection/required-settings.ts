import { StartError } from '@app/common';

/** A setting that statements of the service rely on, and what it has to be. */
interface Required {
  readonly must: string;
  readonly isMet: (value: string) => boolean;
}

const exactly = (value: string): Required => ({ must: value, isMet: (found) => found === value });

/**
 * Settings of a server, a database or a role that would change what a statement means. No session of the service sets them: behind a pooler it is
 * not ours beyond a transaction, and a statement without one would have them as they are. Others, such as time zones and the forms of dates, are
 * met as they are.
 */
const REQUIRED: Readonly<Record<string, Required>> = {
  standard_conforming_strings: exactly('on'),
  default_transaction_isolation: exactly('read committed'),
  array_nulls: exactly('on'),
  transform_null_equals: exactly('off'),
  session_replication_role: exactly('origin'),
  extra_float_digits: { must: '1 or more', isMet: (value) => Number(value) >= 1 },
};

/** Asks for them, with `SETTINGS_ASKED`. */
export const SETTINGS_FOUND = `select name, setting, source from pg_settings where name = any($1::text[]) order by name`;
export const SETTINGS_ASKED = [Object.keys(REQUIRED)];

/** A setting as a session of the service has it. */
export interface FoundSetting {
  readonly name: string;
  readonly setting: string;
  /** Where it was set, in the words of PostgreSQL. */
  readonly source: string;
}

/** @throws {StartError} that names each setting which is another one than has to be */
export function requireSettings(found: readonly FoundSetting[]): void {
  const wrong = found.filter(({ name, setting }) => !REQUIRED[name]?.isMet(setting));
  if (wrong.length === 0) return;
  const faults = wrong.map(
    ({ name, setting, source }) => `${name} is "${setting}" (set for: ${source}) and must be ${REQUIRED[name]?.must}`,
  );
  throw new StartError(
    `DATABASE_URL: ${faults.join('; ')}. Take it back, such as by \`alter role ... in database ... reset ${wrong[0]?.name}\`.`,
  );
}
