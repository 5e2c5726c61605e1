import type { AllowedFunctions, Dialect } from './dialect';
import type { Token } from './tokens';

/** Words that stand before a parenthesis and call nothing: parts of a query, operators, and types with their sizes. */
const KEYWORDS = namesOf(`
  all and any apply array as between bernoulli binary by case cross cube distinct div else escape except exclude exists
  fetch filter first following from full group having ignore ilike in index inner intersect interval is join key keep lateral like limit
  map materialized minus natural not null of offset on or order outer over partition percent pivot preceding qualify range
  recursive regexp rlike rollup row rows sample select sets similar some struct system table tablesample then to top
  union unpivot using values when where window with within xor
  bigint bignumeric bit blob bytes char character date datetime datetime2 datetimeoffset dec decimal double fixed fixedstring float float64
  int int64 integer json nchar nullable number numeric nvarchar precision real signed smallint string text time timestamp timestamptz
  timestamp_ltz timestamp_ntz timestamp_tz tinyint tuple unsigned varbinary varchar variant varying year`);

/** Functions that mean the same in every engine, and read nothing but their arguments. */
const EVERYWHERE = `
  count sum avg min max stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp any_value grouping
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  lower upper trim ltrim rtrim substring substr replace concat concat_ws length char_length character_length octet_length
  left right lpad rpad repeat reverse position ascii translate
  abs ceil ceiling floor round sign sqrt power pow exp ln log log10 mod pi sin cos tan asin acos atan atan2 cot degrees radians
  greatest least coalesce nullif cast if extract current_date current_time current_timestamp now localtimestamp localtime`;

/** Names in a text, parted by blanks. */
export function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Functions of an engine: those of every engine, and its own. @param own names parted by blanks */
export function allowed(own: string, more: Omit<AllowedFunctions, 'names'> = {}): AllowedFunctions {
  return { names: namesOf(`${EVERYWHERE} ${own}`), ...more };
}

/** Whether a name is of the closed list that no owner of data access may add. */
export function isNeverAllowed(name: string, { refusedFunctions }: Pick<Dialect, 'refusedFunctions'>): boolean {
  const last = name.toLowerCase().split('.').at(-1)!;
  return refusedFunctions.some((one) => (one.endsWith('*') ? last.startsWith(one.slice(0, -1)) : last === one));
}

/** The sentence about a function that is not called. */
export function functionFault(name: string, dialect: Pick<Dialect, 'refusedFunctions'>): string {
  const fault = `the function ${name} is not allowed`;
  return isNeverAllowed(name, dialect)
    ? fault
    : `${fault}; an administrator can add it by functions of the data access of the service`;
}

/** Whether the engine's own list has a function. @param name in lower case, without its schema */
export function isListed(name: string, { names, endings }: AllowedFunctions): boolean {
  if (names.has(name)) return true;
  const stem = endings && name.replace(endings, '');
  return stem !== undefined && names.has(stem);
}

/**
 * Why the functions of a statement are not called, by its tokens: what stands before a parenthesis is one, unless it is a keyword or a name
 * that gets a list of columns.
 * @param tokens without comments
 * @param added names that the owner of the data access answers for
 */
export function callFault(tokens: readonly Token[], dialect: Dialect, added: readonly string[]): string | undefined {
  const more = new Set(added.map((name) => name.toLowerCase()));
  const opening = openingOf(tokens);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    if (!isSign(tokens[index + 1], '(') || namesColumns(tokens, index, opening)) continue;
    const parts = qualified(tokens, index);
    if (token.kind === 'word' && parts.length === 1 && KEYWORDS.has(token.value.toLowerCase())) continue;
    if (!mayCall(parts, dialect.functions, more)) return functionFault(parts.join('.'), dialect);
  }
  return undefined;
}

/** @param parts the name of a function behind its schema, if it has one */
function mayCall(parts: readonly string[], functions: AllowedFunctions, added: ReadonlySet<string>): boolean {
  const name = parts.at(-1)!;
  if (added.has(parts.join('.'))) return true;
  if (!isListed(name, functions) && !added.has(name)) return functions.names.has(parts.join('.'));
  if (parts.length === 1 || functions.methods) return true;
  return parts.length === 2 && (functions.schemas ?? []).includes(parts[0]!);
}

/** The parts of a name that ends at a token; those in quotes as they are. */
function qualified(tokens: readonly Token[], index: number): string[] {
  const parts = [partOf(tokens[index]!)];
  for (let at = index; isSign(tokens[at - 1], '.'); at -= 2) {
    const before = tokens[at - 2];
    // Behind anything else than a name it is a method of a value.
    parts.unshift(before?.kind === 'word' || before?.kind === 'name' ? partOf(before) : '');
  }
  return parts;
}

const partOf = ({ kind, value }: Token): string => (kind === 'word' ? value.toLowerCase() : value);

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.value);

/** Whether a name gets a list of columns: `AS t (a, b)`, `FROM (…) t (a, b)`, `WITH t (a, b) AS (…)`. */
function namesColumns(tokens: readonly Token[], index: number, opening: ReadonlyMap<number, number>): boolean {
  const before = tokens[index - 1];
  if (isWord(before, 'AS')) return true;
  if (isSign(before, ')')) {
    const from = opening.get(index - 1)!;
    const first = tokens[from - 1];
    if (isWord(first, 'FROM', 'JOIN', 'LATERAL')) return true;
    return (first?.kind === 'word' || first?.kind === 'name') && isWord(tokens[from - 2], 'FROM', 'JOIN', 'LATERAL');
  }
  return isCommonTable(tokens, index);
}

/** Whether a query comes behind `AS`, and not the name of a value. */
function isCommonTable(tokens: readonly Token[], index: number): boolean {
  let at = index + 2;
  while (tokens[at]?.kind === 'word' || tokens[at]?.kind === 'name' || isSign(tokens[at], ',')) at++;
  if (!isSign(tokens[at], ')') || !isWord(tokens[at + 1], 'AS')) return false;
  let next = at + 2;
  while (isWord(tokens[next], 'NOT', 'MATERIALIZED')) next++;
  return isSign(tokens[next], '(') && isWord(tokens[next + 1], 'SELECT', 'WITH', 'VALUES');
}

/** By the index of each closing parenthesis, that of its opening one. */
function openingOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) open.push(index);
    const from = isSign(token, ')') ? open.pop() : undefined;
    if (from !== undefined) pairs.set(index, from);
  }
  return pairs;
}
