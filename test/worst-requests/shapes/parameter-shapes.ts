import { fill } from './shape';

/** A head has 256 KiB at most; below that a parameter may be as long as it likes, percent-encoded. */
const LONGEST_URL = 200_000;

type ValueShape = (characters: number) => string;

/** Longest and worst values of a text in the query: words, lists, languages and paths. */
export const QUERY_SHAPES: Readonly<Record<string, ValueShape>> = {
  'one word': (most) => 'a'.repeat(most),
  'many words': (most) => fill('ab', most, Infinity, ' '),
  'many alternatives': (most) => fill((at) => `w${at}`, most, Infinity, ' OR '),
  'many entries': (most) => fill((at) => `w${at}`, most),
  commas: (most) => ','.repeat(most),
  dots: (most) => `${'a.'.repeat(most / 2)}a`,
  quotes: (most) => '"'.repeat(most),
  'open brackets': (most) => '('.repeat(most),
  'nested brackets': (most) => '('.repeat(most / 2 - 1) + 'a' + ')'.repeat(most / 2 - 1),
  wildcards: (most) => fill('*a', most, Infinity, ''),
  'many wildcards': (most) => fill('*a*', most, Infinity, ' '),
  'many near words': (most) => fill('abcdefgh~2', most, Infinity, ' '),
  'a pattern': (most) => `/${'(a+)+'.repeat(most / 5 - 1)}$/`,
  'many patterns': (most) => fill('/.*a.*b/', most, Infinity, ' '),
  ranges: (most) => fill('name:[a TO b]', most, Infinity, ' '),
  negations: (most) => fill('NOT', most, Infinity, ' '),
  'operators alone': (most) => fill('+ - ! && ||', most, Infinity, ' '),
  backslashes: (most) => '\\'.repeat(most),
  percents: (most) => '%'.repeat(most / 3),
  digits: (most) => '1'.repeat(most),
  'deep JSON': (most) => '['.repeat(most),
  'deep objects': (most) => '{"bool":{"must":'.repeat(most / 40) + '{}' + '}}'.repeat(most / 40),
  'many clauses': (most) => `{"query":{"bool":{"should":[${fill('{"term":{"name":"a"}}', most - 60)}]}}}`,
  'many wildcard clauses': (most) =>
    `{"query":{"bool":{"should":[${fill('{"wildcard":{"name":{"value":"*a*b*"}}}', most - 60)}]}}}`,
  'many values': (most) => `{"query":{"terms":{"name":[${fill((at) => `"w${at}"`, most - 60)}]}}}`,
  'many texts to parse': (most) =>
    `{"query":{"bool":{"must":[${fill('{"query_string":{"query":"a OR b*"}}', most - 60)}]}}}`,
  'many counts': (most) => `{${fill((at) => `"c${at}":{"terms":{"field":"name"}}`, most - 60)}}`,
  'characters of four bytes': (most) => '😀'.repeat(most / 12),
};

/** The query with one value for one parameter; a value of many characters that are percent-encoded is shorter. */
export function queryWith(name: string, shape: string, most = LONGEST_URL): string {
  const make = QUERY_SHAPES[shape];
  if (!make) throw new Error(`No value is called "${shape}"`);
  const once = encodeURIComponent(make(1_000)).length / 1_000;
  return `${encodeURIComponent(name)}=${encodeURIComponent(make(Math.floor(Math.min(most, LONGEST_URL / once))))}`;
}

/** The same parameter again and again, and parameters that nobody knows. */
export const WHOLE_QUERIES: Readonly<Record<string, (name: string) => string>> = {
  'a parameter repeated': (name) => fill(`${encodeURIComponent(name)}=a`, LONGEST_URL, Infinity, '&'),
  'unknown parameters': () => fill((at) => `u${at}=1`, LONGEST_URL, Infinity, '&'),
  'empty parameters': () => '&'.repeat(LONGEST_URL),
  'parameters of brackets': () => fill((at) => `a[${at}]=1`, LONGEST_URL, Infinity, '&'),
};

/** Longest and worst values of a segment of the path. */
export const PATH_SHAPES: Readonly<Record<string, ValueShape>> = {
  'one word': (most) => 'a'.repeat(most),
  dots: (most) => `${'a.'.repeat(most / 2 - 1)}a`,
  quotes: (most) => '"'.repeat(most / 3),
  'open quotes': (most) => `${'"a".'.repeat(most / 8)}"`,
  percents: (most) => '%'.repeat(most / 3),
};

/** Longest and worst values of headers that routes read. */
export const HEADER_SHAPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'many tags of If-Match': { 'if-match': fill((at) => `"${at}"`, LONGEST_URL) },
  'open tags of If-None-Match': { 'if-none-match': `W/"${'\\"'.repeat(LONGEST_URL / 2)}` },
  'many types of Accept': { accept: fill((at) => `application/x${at};q=0.${at}`, LONGEST_URL) },
  'blanks in Accept': { accept: `application/json;${' '.repeat(LONGEST_URL)}q` },
  'a long Idempotency-Key': { 'idempotency-key': 'a'.repeat(LONGEST_URL) },
  'many preferences': { prefer: fill((at) => `wait${at}=1`, LONGEST_URL) },
  'blanks in Prefer': { prefer: `wait${' '.repeat(LONGEST_URL)}x` },
  'a long Last-Event-ID': { 'last-event-id': '1'.repeat(LONGEST_URL) },
  'a long language': { 'accept-language': fill('de;q=0.1', LONGEST_URL) },
  'a long request id': { 'x-request-id': 'a'.repeat(LONGEST_URL) },
  'a long token': { authorization: `Bearer ${'a.'.repeat(LONGEST_URL / 2)}` },
  'blanks before the token': { authorization: `Bearer ${' '.repeat(LONGEST_URL)}a` },
  'a long type': { 'content-type': `application/json;${'a=b;'.repeat(LONGEST_URL / 4)}` },
  'blanks in the type': { 'content-type': `application/json;${' '.repeat(LONGEST_URL)}charset` },
};
