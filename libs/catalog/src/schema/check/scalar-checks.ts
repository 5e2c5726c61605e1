import { FIRST_INSTANT, LOOKS_LIKE_SECONDS } from '@app/common';
import { fullFormats } from 'ajv-formats/dist/formats';
import type { JsonSchema } from '../../definition/json-schema';
import type { CheckReport } from './check-report';
import { kindOf, shown, withArticle } from './words';

/** Validates a value and returns its normalised form. */
export type Check = (value: unknown, report: CheckReport) => unknown;

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Whether a value has the schema's type or one of its types; reports the expected type. */
export function typeCheck({ type }: JsonSchema): (value: unknown, report: CheckReport) => boolean {
  if (type === undefined) return () => true;
  const types = [type].flat();
  const tests = types.map((name) => IS[name] ?? unknownKeyword(`type ${name}`));
  return (value, report) => {
    if (tests.some((test) => test(value))) return true;
    report.fault(`must be ${withArticle(types)}, got ${kindOf(value)}`);
    return false;
  };
}

/** Length, pattern and format of a text. A text that is too long is not checked further. */
export function textCheck({ minLength = 0, maxLength = Infinity, pattern, format, link }: JsonSchema): Check {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const isOfFormat = format === undefined ? undefined : formatTest(format);
  return (value, report) => {
    const text = value as string;
    const length = text.length > maxLength || text.length < 2 * minLength ? [...text].length : text.length;
    if (length > maxLength) report.excess(length, `has ${length} characters; at most ${maxLength} are allowed`);
    else if (length < minLength) report.fault(`must NOT have fewer than ${minLength} characters`);
    else if (expression?.test(text) === false) report.fault(`must match pattern "${pattern}"`);
    else if (isOfFormat?.(text) === false) report.fault(`must match format "${format}"`);
    else if (link && hasOtherScheme(text))
      report.unwanted(
        text,
        `must be a link of ${LINK_SCHEMES.join(', ')}, or one without a scheme; got ${shown(text)}`,
      );
    return value;
  };
}

/** Links of other schemes can run a program where they are followed. */
const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto'];

/** Browsers leave out control characters and spaces in front of a scheme, and tabs and line ends within it. */
function hasOtherScheme(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- as the URL standard says
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, '')) ?? [];
  return scheme !== undefined && !LINK_SCHEMES.includes(scheme.toLowerCase());
}

function formatTest(format: string): (text: string) => boolean {
  const rule = fullFormats[format as keyof typeof fullFormats];
  return rule instanceof RegExp ? (text) => rule.test(text) : unknownKeyword(`format ${format}`);
}

export function numberCheck({ minimum = -Infinity, maximum = Infinity }: JsonSchema): Check {
  const tooLow = minimum === FIRST_INSTANT ? LOOKS_LIKE_SECONDS : undefined;
  return (value, report) => {
    const number = value as number;
    if (number < minimum) report.fault(tooLow ?? `must be at least ${minimum}, got ${number}`);
    if (number > maximum) report.fault(`must be at most ${maximum}, got ${number}`);
    return value;
  };
}

export function wordCheck(words: readonly unknown[]): Check {
  const known = new Set(words);
  const list = words.join(', ');
  return (value, report) => {
    if (!known.has(value)) report.fault(`must be one of ${list}; got ${shown(value)}`);
    return value;
  };
}

/** The listed values in any letter case; normalised to the listed spelling. */
export function anyCaseCheck(words: readonly string[]): Check {
  const spelling = new Map(words.map((word) => [word.toLowerCase(), word]));
  const list = words.join(', ');
  return (value, report) => {
    if (typeof value !== 'string') return value;
    // No listed value is this long, so longer texts are not lower-cased.
    const word = value.length > 100 ? undefined : spelling.get(value.toLowerCase());
    if (word === undefined) report.fault(`must be one of ${list}; got ${shown(value)}`);
    return word ?? value;
  };
}

export function unknownKeyword(what: string): never {
  throw new TypeError(`The check of schemas does not know ${what}`);
}
