import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type BadSetting, SettingsError } from './settings-error';
import { SETTINGS } from './setting-list';

/** Content of a file `.env`. */
export interface DotEnv {
  readonly values: Readonly<Record<string, string>>;
  /** Names that are no setting, and are ignored. */
  readonly unknown: readonly string[];
}

const KNOWN = new Set(Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]));
const QUOTED = /=\s*("[^"]*"|'[^']*'|`[^`]*`)/g;
const ASSIGNMENT = /^\s*(export\s+)?[A-Za-z_][\w.-]*\s*=/;
const NOTHING = /^\s*(#.*)?$/;

/**
 * Reads a file of lines NAME=value; a missing one says nothing.
 *
 * @throws {SettingsError} that names each broken line
 */
export function readDotEnv(file: string): DotEnv {
  const text = textOf(file);
  const broken = brokenLines(text).map((line): BadSetting => {
    return { name: `${file}, line ${line}`, got: 'no NAME=value', expected: 'NAME=value, or a comment after #' };
  });
  if (broken.length > 0) throw new SettingsError(broken);
  const values = parseEnv(text) as Record<string, string>;
  return { values, unknown: Object.keys(values).filter((name) => !KNOWN.has(name)) };
}

/** The numbers of the lines, from 1, that neither say nothing nor set a name; a quoted value may have several lines. */
function brokenLines(text: string): number[] {
  const onOneLine = text.replace(QUOTED, (value) => `=${'\n# '.repeat(value.split('\n').length - 1)}`);
  return onOneLine.split('\n').flatMap((line, at) => (NOTHING.test(line) || ASSIGNMENT.test(line) ? [] : [at + 1]));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
