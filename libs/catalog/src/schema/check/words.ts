const MOST_SHOWN = 60;

export function withArticle(types: readonly string[]): string {
  const words = types.join(' or ');
  return /^[aeio]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** The type of a value, for an error message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${shown(value)}`;
}

/** A scalar in short form; for anything larger its type. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const json = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_SHOWN) : value) ?? String(value);
  return json.length > MOST_SHOWN ? `${json.slice(0, MOST_SHOWN - 3)}…` : json;
}
