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
  let masked = text;
  for (const form of formsOf(secrets)) masked = masked.replaceAll(form, MASK);
  // eslint-disable-next-line no-control-regex -- these are what is removed
  return truncate(masked.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim(), LONGEST_MESSAGE);
}

/** `said` of a statement: what stands between quotes in the message and not in the statement is data, and becomes `…`. */
export function saidOf(text: string, statement: string, secrets: readonly string[] = []): string {
  const known = (part: string): boolean => part.trim() === '' || statement.includes(part);
  const hidden = text.replaceAll(
    /"([^"]*)"|'([^']*)'|`([^`]*)`|«([^»]*)»|“([^”]*)”/g,
    (quoted, ...groups: unknown[]) => {
      const inner = groups.slice(0, 5).find((one): one is string => typeof one === 'string') ?? '';
      return known(inner) ? quoted : `${quoted[0]}…${quoted.at(-1)}`;
    },
  );
  return said(hidden, secrets);
}

/**
 * The text of an error.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function errorSaid(
  error: unknown,
  statement: string | undefined,
  secrets: readonly (string | undefined)[],
): string {
  const text = error instanceof Error ? error.message : String(error);
  const given = secrets.filter((one) => one !== undefined);
  return statement === undefined ? said(text, given) : saidOf(text, statement, given);
}

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

/** Inside of a longer base64 text a secret has one of three forms, by its place; the characters that depend on neighbours are left out. */
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
