import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ValueType } from './setting';

/** A whole number, both ends included. */
export function wholeNumber(min: number, max: number): ValueType<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export const port = wholeNumber(1, 65535);

/** More on one machine would only wait for its processors. */
const MOST_PROCESSES = 64;
const processNumber = wholeNumber(1, MOST_PROCESSES);

/** How many processes serve; `auto` is one for each processor that this one may use. */
export const processCount: ValueType<number> = {
  expected: `${processNumber.expected}, or auto for one on each processor`,
  parse: (text) => (text === 'auto' ? Math.min(availableParallelism(), MOST_PROCESSES) : processNumber.parse(text)),
};

export function oneOf<T extends string>(...words: readonly T[]): ValueType<T> {
  return { expected: `one of ${words.join(', ')}`, parse: (text) => words.find((word) => word === text) };
}

export function word(expected: string, maxLength: number): ValueType<string> {
  return { expected, parse: (text) => (/^[!-~]+$/.test(text) && text.length <= maxLength ? text : undefined) };
}

/** The beginning of names of indices and aliases in Elasticsearch, which know no capitals. */
export const indexPrefix: ValueType<string> = {
  expected: 'up to 40 lower-case letters, digits, _ and -, the first one a letter or digit',
  parse: (text) => (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(text) ? text : undefined),
};

/** An address or a name to listen on. */
export const hostName: ValueType<string> = {
  expected: 'an IP address or a host name',
  parse: (text) => (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined),
};

/** The domain of an e-mail address, in lower case. */
export const emailDomain: ValueType<string> = {
  expected: 'a domain such as example.org',
  parse: (text) => (/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text.toLowerCase() : undefined),
};

/** A path, made absolute from the working directory. */
export const filePath: ValueType<string> = {
  expected: 'a path',
  parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
};

/** Where links begin: http or https, no query, no fragment; the slash at its end goes. */
export const linkBase: ValueType<string> = {
  expected: 'a URL that begins with http:// or https://, without query, fragment and credentials',
  parse: (text) => {
    const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    const plain = url && !url.search && !url.hash && !url.username && !url.password;
    return plain ? url.href.replace(/\/+$/, '') : undefined;
  },
};

/** Values separated by commas; empty text is the empty list. */
export function listOf<T>(item: ValueType<T>): ValueType<readonly T[]> {
  return {
    expected: `a list separated by commas, each ${item.expected}`,
    parse: (text) => {
      const parts = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      const values = parts.map((part) => item.parse(part)).filter((value) => value !== undefined);
      return values.length === parts.length ? values : undefined;
    },
  };
}

/** A list of different values, with at least one. */
export function someOf<T>(item: ValueType<T>): ValueType<readonly T[]> {
  const list = listOf(item);
  return {
    expected: `${list.expected}, at least one`,
    parse: (text) => {
      const values = [...new Set(list.parse(text))];
      return values.length > 0 ? values : undefined;
    },
  };
}

/** Pairs NAME=VALUE, each name once, as a record. */
export function recordOf<T extends string>(
  name: ValueType<string>,
  value: ValueType<T>,
): ValueType<Readonly<Record<string, T>>> {
  const pair: ValueType<readonly [string, T]> = {
    expected: `${name.expected}, =, and ${value.expected}`,
    parse: (text) => {
      const [left = '', right = '', ...more] = text.split('=');
      const [key, parsed] = [name.parse(left), value.parse(right)];
      return key !== undefined && parsed !== undefined && more.length === 0 ? [key, parsed] : undefined;
    },
  };
  const list = listOf(pair);
  return {
    expected: list.expected,
    parse: (text) => {
      const pairs = list.parse(text);
      return pairs && new Set(pairs.map(([key]) => key)).size === pairs.length ? Object.fromEntries(pairs) : undefined;
    },
  };
}

export const addressRange: ValueType<string> = {
  expected: 'an IP address or a CIDR range',
  parse: (text) => {
    const [address = '', bits, ...rest] = text.split('/');
    const width = isIP(address) === 6 ? 128 : 32;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
    return isIP(address) && fits && rest.length === 0 ? text : undefined;
  },
};

/** An origin as browsers send it: scheme, host, port if it is not the usual one. */
export const origin: ValueType<string> = {
  expected: 'an origin such as https://console.example.org (no path), or *',
  parse: (text) =>
    text === '*' || (/^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).origin === text)
      ? text
      : undefined,
};

const DURATION = /^P(?=.)(\d{1,6}Y)?(\d{1,6}M)?(\d{1,6}W)?(\d{1,6}D)?(T(?=.)(\d{1,6}H)?(\d{1,6}M)?(\d{1,6}S)?)?$/;

/** An ISO 8601 duration over zero. */
export const duration: ValueType<string> = {
  expected: 'an ISO 8601 duration such as P30D',
  parse: (text) => (/[1-9]/.test(text) && DURATION.test(text) ? text : undefined),
};

/** How long or how many: an ISO 8601 duration over zero, or a count of at least 1. */
export const durationOrCount: ValueType<string> = {
  expected: 'an ISO 8601 duration such as P90D, or a count of at least 1',
  parse: (text) => (/[1-9]/.test(text) && (DURATION.test(text) || /^\d{1,15}$/.test(text)) ? text : undefined),
};
