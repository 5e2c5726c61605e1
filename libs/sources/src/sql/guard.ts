import { SourceError } from '../reason';
import { callFault, isNeverAllowed } from './calls';
import type { Dialect, JudgedStatement, OwnNames } from './dialect';
import { type Token, tokensOf } from './tokens';

const FIRST_WORDS: ReadonlySet<string> = new Set(['SELECT', 'WITH', '(']);

/** Nowhere outside of texts, names and comments: a column of such a name is written in quotes. */
const REFUSED = (
  'INSERT UPDATE DELETE MERGE CREATE ALTER DROP TRUNCATE GRANT REVOKE COPY CALL EXEC EXECUTE DO HANDLER ATTACH DETACH INSTALL ' +
  'LOAD PRAGMA EXPORT IMPORT VACUUM ANALYZE INTO :='
).split(' ');
const LOCKS: ReadonlySet<string> = new Set(['UPDATE', 'SHARE', 'NO', 'KEY']);

/** After these words of a query a comma is followed by a table, after the others by a value. */
const OF_TABLES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'ON', 'USING']);
const OF_VALUES: ReadonlySet<string> = new Set(
  'SELECT WHERE GROUP HAVING ORDER LIMIT WINDOW VALUES QUALIFY'.split(' '),
);

/** Comments that a source runs, or takes advice from that changes how it runs the statement. */
const EXECUTABLE_COMMENT = /^\/\*(?:[!+]|M!)/i;

/**
 * A statement of users as it is sent: one query that writes nothing, whose functions are of the engine's list or of those that the owner of
 * the data access answers for. The engine's read-only mode is the first lock, this is the second. The grammar of the dialect, if it has
 * one, is loaded.
 */
export function judgeStatement(sql: string, names: OwnNames, dialect: Dialect): JudgedStatement {
  const tokens = statementTokens(sql, dialect);
  if (typeof tokens === 'string') return { fault: tokens };
  const functions = names.functions.filter((name) => !isNeverAllowed(name, dialect));
  const judged = dialect.grammar?.judge(sql, { ...names, functions }, dialect);
  if (judged) return judged;
  const fault = callFault(tokens, dialect, functions) ?? (dialect.grammar && pointFault(tokens, dialect));
  return fault === undefined ? { sql } : { fault };
}

/** Why a statement of users is not sent to the source, by its tokens alone; undefined where it is. */
export function guardFault(sql: string, dialect: Dialect): string | undefined {
  const tokens = statementTokens(sql, dialect);
  return typeof tokens === 'string' ? tokens : callFault(tokens, dialect, []);
}

/** Why a statement is not one query that writes nothing, whatever functions it calls. */
export function readingFault(sql: string, dialect: Dialect): string | undefined {
  const tokens = statementTokens(sql, dialect);
  return typeof tokens === 'string' ? tokens : undefined;
}

/** The tokens of a query without comments and closing semicolons, or its fault. */
function statementTokens(sql: string, dialect: Dialect): readonly Token[] | string {
  const all = tokensOf(sql, dialect.lexicon);
  if (!all)
    return 'the statement cannot be taken apart: a text, name or comment does not end, or a character has no place';
  if (all.some(({ kind, text }) => kind === 'comment' && EXECUTABLE_COMMENT.test(text)))
    return 'a comment that the source runs, or a hint';
  const tokens = withoutEnd(all.filter(({ kind }) => kind !== 'comment'));
  const first = tokens[0]?.value;
  if (first === undefined) return 'there is no statement';
  if (!FIRST_WORDS.has(first)) return `it begins with ${first}, not with SELECT or WITH`;
  return parenthesesFault(tokens) ?? firstFault(tokens, dialect) ?? tokens;
}

/**
 * Refuses what is no reading in the session of a source that has no read-only mode: with these first words none of its statements writes.
 * @param more first words beside SELECT and WITH
 * @throws {SourceError} `notReadOnly`
 */
export function requireReading(sql: string, more: readonly string[] = []): void {
  const [first = ''] = /^[a-z]+/i.exec(sql.replace(/^[\s(]+/, '')) ?? [];
  if (['SELECT', 'WITH', ...more].includes(first.toUpperCase())) return;
  throw new SourceError({
    reason: 'notReadOnly',
    message: `It begins with ${first || 'no word'}, not with SELECT or WITH`,
  });
}

/** The statement without its closing semicolons and comments behind them; what passed the guard only. */
export function withoutSemicolon(sql: string, dialect: Dialect): string {
  const tokens = withoutEnd((tokensOf(sql, dialect.lexicon) ?? []).filter(({ kind }) => kind !== 'comment'));
  const last = tokens.at(-1);
  return last ? sql.slice(0, last.at + last.text.length) : sql;
}

function withoutEnd(tokens: readonly Token[]): readonly Token[] {
  let end = tokens.length;
  while (end > 0 && tokens[end - 1]!.text === ';' && tokens[end - 1]!.kind === 'sign') end--;
  return tokens.slice(0, end);
}

/** Without balance a query that is put into parentheses could leave them. */
function parenthesesFault(tokens: readonly Token[]): string | undefined {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'sign') continue;
    if (text === ';') return 'it is more than one statement';
    if (text === '(') depth++;
    if (text === ')' && --depth < 0) break;
  }
  return depth === 0 ? undefined : 'its parentheses do not match';
}

function firstFault(tokens: readonly Token[], dialect: Dialect): string | undefined {
  const words = new Set([...REFUSED, ...(dialect.refusedWords ?? [])]);
  for (const [index, token] of tokens.entries()) {
    const after = tokens[index + 1];
    if (token.kind === 'word' || token.text === ':=') {
      if (words.has(token.value)) return `${token.value} is not allowed; a column of that name is written in quotes`;
      if (token.value === 'REPLACE' && after?.text !== '(') return 'REPLACE is not allowed';
      if (token.value === 'FOR' && after && LOCKS.has(after.value)) return `FOR ${after.value} is not allowed`;
      if (token.value === 'NEXT' && after?.value === 'VALUE') return 'NEXT VALUE is not allowed';
      if (token.value === 'LOCK' && after?.value === 'IN') return 'LOCK IN is not allowed';
    }
  }
  return dialect.textsAreTables && hasTableText(tokens) ? 'a text in the place of a table is not allowed' : undefined;
}

/** PostgreSQL calls `f` in `x.f` where x has no field of that name. */
function pointFault(tokens: readonly Token[], dialect: Dialect): string | undefined {
  const called = tokens.find(({ value }, index) => tokens[index - 1]?.text === '.' && isNeverAllowed(value, dialect));
  return called && `${called.value.toLowerCase()} behind a point would be called`;
}

/** `FROM 'a.csv'`, `FROM t, 'a.csv'`: which part of a query a comma belongs to is noted for each depth of parentheses. */
function hasTableText(tokens: readonly Token[]): boolean {
  const parts = [''];
  return tokens.some(({ kind, value }, index) => {
    if (value === '(' && kind === 'sign') parts.push('');
    else if (value === ')' && kind === 'sign') parts.pop();
    else if (kind === 'word' && (OF_TABLES.has(value) || OF_VALUES.has(value))) parts[parts.length - 1] = value;
    if (kind !== 'text') return false;
    const before = tokens[index - 1];
    if (before?.kind === 'word') return before.value === 'FROM' || before.value === 'JOIN';
    return before?.value === ',' && OF_TABLES.has(parts.at(-1)!);
  });
}
