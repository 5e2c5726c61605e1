import { isObject } from '@app/common';

type Json = Readonly<Record<string, unknown>>;

/** Placeholder for a secret in responses. Sent back by a client, it means: keep the stored secret. */
export const MASK = '*********';

/** Members of connections that are secrets, whatever their value. */
const SECRET_NAMES = [
  /pass(word|phrase|code|wd)|pwd|^pass$|secret|token|credential|keytab|jaas/,
  // Keys to something, and not those that name columns or may be known by everybody.
  /(?<!(primary|foreign|partition|sort|cluster|clustering|distribution|public)[._-]?)keys?$|private[._-]?key|access[._-]?key|api[._-]?key|client[._-]?key|key[._-]?file/,
  /^pat$|jwt$|bearer$|^sig$|signature$|^pin$|session([._-]?(id|cookie))?$|authorization|auth[._-]?header|cookie|user[._-]?info|connection[._-]?string|^dsn$|^sas/,
];

/** Texts that are or contain a secret under any name: private keys, credentials in URLs, values of Authorization, `password=…`. */
const SECRET_TEXTS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\w:\/\/[^/\s@:]*:[^/\s@]*@/,
  /^[^\s/@:]+:[^\s/@]+@[\w.-]+(:\d+)?(\/|$)/,
  /^(bearer|basic|digest|negotiate|apikey|token)\s{1,9}\S/i,
  /(password|passwd|pwd|secret|token|accountkey|accesskey|signature)["']?\s{0,9}[=:]\s{0,9}\S/i,
];

/** Members that name the value beside them, as in lists of headers: `{"name": "Authorization", "value": "…"}`. */
const NAMING = ['name', 'key', 'header', 'property'];

const isSecretName = (name: string): boolean => {
  const lower = name.toLowerCase();
  return SECRET_NAMES.some((pattern) => pattern.test(lower));
};

const isSecretText = (text: string): boolean =>
  SECRET_TEXTS.some((pattern) => pattern.test(text)) || isSecretJson(text);

/** An option of a command line, which the item behind it is the value of: `["--password", "…"]`. */
const isSecretOption = (item: unknown): boolean =>
  typeof item === 'string' && item.startsWith('-') && isSecretName(item.replace(/^-+/, ''));

/** Longer texts are not parsed: no configuration is that long, and it would block the event loop. */
const LONGEST_JSON = 64 * 1024;

/** A document inside of a text, such as the file of a service account. */
function isSecretJson(text: string): boolean {
  if (text.length > LONGEST_JSON || !/^\s*[{[]/.test(text)) return false;
  try {
    const value = JSON.parse(text) as unknown;
    return JSON.stringify(masked(value)) !== JSON.stringify(value);
  } catch {
    return false;
  }
}

/** The names of an item: `Authorization` of `{"name": "Authorization", "value": "…"}`. */
const namesOf = (item: Json): string[] =>
  NAMING.flatMap((member) => (typeof item[member] === 'string' ? [item[member]] : []));

/**
 * A copy of a connection with every secret replaced by the mask. A secret is a text or a number below a member whose name says so, a text
 * that shows it, the `value` of an item whose name says so, or the item behind an option of a command line. What is no text and no number stays.
 */
export function masked(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret || isSecretText(value) ? MASK : value;
  if (typeof value === 'number') return secret ? MASK : value;
  if (Array.isArray(value)) return value.map((item, i) => masked(item, secret || isSecretOption(value[i - 1])));
  if (!isObject(value)) return value;
  const isPair = 'value' in value;
  const isSecretPair = isPair && namesOf(value).some(isSecretName);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isNaming = isPair && NAMING.includes(name);
      const isSecret = (isSecretName(name) && !isNaming) || (isSecretPair && name === 'value');
      return [name, masked(inner, secret || isSecret)];
    }),
  );
}

/** A copy of the value with every mask replaced by the stored value at the same path; items that have a name are found by it. */
export function unmasked(value: unknown, kept: unknown): unknown {
  if (value === MASK) return kept ?? MASK;
  if (Array.isArray(value)) return value.map((item, i) => unmasked(item, keptItem(item, i, kept)));
  if (!isObject(value)) return value;
  const keptMembers = isObject(kept) ? kept : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmasked(inner, keptMembers[name])]));
}

/** Where in the value masks stand. */
export function masksIn(value: unknown, path: string): string[] {
  if (value === MASK) return [path];
  if (Array.isArray(value)) return value.flatMap((item, i) => masksIn(item, `${path}[${i}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => masksIn(inner, `${path}.${name}`));
}

function keptItem(item: unknown, at: number, kept: unknown): unknown {
  if (!Array.isArray(kept)) return undefined;
  const [name] = isObject(item) ? namesOf(item) : [];
  if (name === undefined) return kept[at];
  return kept.find((one) => isObject(one) && namesOf(one)[0] === name);
}

/** The connection as it is shown: its secrets masked, and whatever was sent as a mask, so that no other name uncovers it. */
export function shown(whole: unknown, sent: unknown): unknown {
  return covered(masked(whole), sent);
}

function covered(value: unknown, sent: unknown): unknown {
  if (sent === MASK) return MASK;
  if (Array.isArray(value)) return value.map((item, i) => covered(item, Array.isArray(sent) ? sent[i] : undefined));
  if (!isObject(value)) return value;
  const members = isObject(sent) ? sent : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, covered(inner, members[name])]));
}
