import { truncate } from '@app/common';

/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 4;
const MASK = '*********';
const LONGEST_MESSAGE = 400;

/**
 * The text of a source or a driver, for people: without secrets, one line, no control characters, at most 400 characters.
 * @param secrets values of the connection; they are found in clear, URL-encoded and in base64
 */
export function said(text: string, secrets: readonly string[] = []): string {
  // eslint-disable-next-line no-control-regex -- these are what is removed
  const oneLine = masked(text, secrets).replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ');
  return truncate(oneLine.trim(), LONGEST_MESSAGE);
}

/**
 * `said` of a statement. What may be data becomes `…`: what stands between quotes, and figures, unless the statement has them too. Where the
 * statement calls a function that raises what it is given, nothing of the message is shown.
 */
export function saidOf(text: string, statement: string, secrets: readonly string[] = []): string {
  if (RAISING.test(statement)) return RAISED;
  const unquoted = QUOTES.reduce((shown, quotes) => withoutQuoted(shown, quotes, statement), masked(text, secrets));
  return said(withoutFigures(unquoted, statement));
}

/** The message in place of one that a function of the source made: it has values of rows as often as not. */
const RAISED = 'A function ended the statement with an error of its own, whose text is not shown';

/** Functions of the engines whose argument is the text of an error. */
const RAISING = /\b(?:error|raise_error|throwif|fail|assert_true)\s*\(/i;

/** Opening and closing ones. An apostrophe between two letters is none. */
const APOSTROPHE = /(?<!\p{L})'|'(?!\p{L})/gu;
const QUOTES: readonly (readonly [RegExp, RegExp])[] = [
  [/"/g, /"/g],
  [/`/g, /`/g],
  [/«/g, /»/g],
  [/“/g, /”/g],
  [APOSTROPHE, APOSTROPHE],
];

/** A value may have quotes in it: from the first part that the statement does not have to the last quote all is left out. */
function withoutQuoted(text: string, [opening, closing]: readonly [RegExp, RegExp], statement: string): string {
  const ends = [...text.matchAll(closing)].map(({ index }) => index);
  let from = 0;
  for (const { index } of text.matchAll(opening)) {
    if (index < from) continue;
    const end = ends.find((one) => one > index);
    const part = text.slice(index + 1, end);
    const isKnown = end !== undefined && part.trim() !== '' && statement.includes(part);
    if (!isKnown) return `${text.slice(0, index + 1)}…${end === undefined ? '' : text.slice(ends.at(-1))}`;
    from = end + 1;
  }
  return text;
}

/** Figures that are no data: sizes, times, positions, numbers of errors, names of types; and any other word with a digit or an `@`. */
const FIGURES = new RegExp(
  [
    String.raw`(?<own>\b\d[\d.]* ?(?:[KMGT]i?B|bytes?|ms|seconds?|minutes?|s)\b`,
    String.raw`\b(?:line|position|byte|character|offset|code|no|errno|error|sqlstate|state|status|msg|level)\b[ :=(]*[0-9A-Z]*\d[0-9A-Z]*\b`,
    String.raw`\b(?:u?int(?:eger)?|float|utf|datetime|timestamp)-?\d+\b)`,
    String.raw`[\p{L}\p{N}_.@+-]*[\d@][\p{L}\p{N}_.@+-]*`,
  ].join('|'),
  'giu',
);

function withoutFigures(text: string, statement: string): string {
  return text.replaceAll(FIGURES, (figure, own: string | undefined) =>
    own !== undefined || statement.includes(figure) ? figure : '…',
  );
}

/**
 * The text of an error.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 * @param isRaised a function or a trigger of the source made the text
 */
export function errorSaid(
  error: unknown,
  statement: string | undefined,
  secrets: readonly (string | undefined)[],
  isRaised = false,
): string {
  if (isRaised) return RAISED;
  const text = error instanceof Error ? error.message : String(error);
  const given = secrets.filter((one) => one !== undefined);
  return statement === undefined ? said(text, given) : saidOf(text, statement, given);
}

const masked = (text: string, secrets: readonly string[]): string =>
  formsOf(secrets).reduce((shown, form) => shown.replaceAll(form, MASK), text);

/** The longest first, so that no rest of one is left by another. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURI(secret),
      JSON.stringify(secret).slice(1, -1),
      ...base64Forms(secret),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Inside of a longer base64 text a secret has one of three forms, by its offset; the characters that depend on neighbours are left out. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const whole = (shift + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    const inner = text.slice(from, whole);
    if (inner.length < SHORTEST_SECRET) return [];
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
