const MOST_SIGNS = 160;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of a member or an operation as it is spoken: `resultCreated` is "result created". */
export const inWords = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

/** An amount of something: `1 hour`, `3 columns`. @param unit in the singular */
export const counted = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** The path of a change in words: `columns.email.dataLength` is "data length of column email". */
export function placeInWords(path: string): string {
  const [, column, member] = /^(?:columns|schema)\.(.+)\.(\w+)$/.exec(path) ?? [];
  if (column !== undefined && member !== undefined) return `${inWords(member)} of column ${column}`;
  const [, whole] = /^(?:columns|schema)\.(.+)$/.exec(path) ?? [];
  return whole === undefined ? path.split('.').map(inWords).join(' › ') : `column ${whole}`;
}

/** The reason of a change without the member that its path before it has named: of `description changed`, "changed". */
export function reasonBeside(path: string, reason: string): string {
  const member = `${path.split('.').at(-1)} `;
  return reason.startsWith(member) ? reason.slice(member.length) : reason;
}

/** Under these an entity, a tag, a column, a rule or a policy is known; the first that there is. */
const NAMES = ['displayName', 'name', 'tagFQN', 'fullyQualifiedName', 'accessPolicy', 'id'];
/** Members of no use to a reader beside others. */
const SILENT = new Set(['id', 'href', 'deleted', 'fullyQualifiedName', 'labelType', 'state', 'source']);

/** A value as words, an entry of a list each; what is inherited belongs to something else, and is left out. */
export function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => wordsOf(one));
  if (isObject(value)) return value.inherited === true ? [] : [phraseOf(value)];
  const text = value === undefined || value === null ? '' : String(value as string | number | boolean);
  const inner = parsed(text);
  if (inner !== undefined) return wordsOf(inner);
  return text === '' ? [] : [text === 'true' ? 'yes' : text === 'false' ? 'no' : text];
}

/** Some values are stored as the text of a document. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function phraseOf(value: Json): string {
  const name = NAMES.map((member) => value[member]).find((one) => typeof one === 'string' && one !== '') as
    string | undefined;
  const { dataType, dataTypeDisplay, interval, unit } = value;
  if (name !== undefined && (dataType !== undefined || dataTypeDisplay !== undefined))
    return `${name} ${String(dataTypeDisplay ?? dataType)}`;
  if (name !== undefined) return name;
  if (interval !== undefined && unit !== undefined)
    return `${String(interval)} ${String(unit)}${interval === 1 ? '' : 's'}`;
  return Object.entries(value)
    .filter(([member]) => !SILENT.has(member))
    .map(([member, inner]) => `${inWords(member)} ${wordsOf(inner).join(', ')}`.trimEnd())
    .join(', ');
}

/** The beginning of a description in Markdown as plain text of one line. */
export function firstLineOf(markdown = ''): string {
  const [line = ''] = markdown.trim().split(/\n\s*\n/);
  const text = line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#+|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS).trimEnd()} …` : text;
}
