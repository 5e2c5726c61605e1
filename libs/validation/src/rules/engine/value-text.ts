const TEXT_LENGTH = 60;

/** A short description of a value for a reason: `missing`, `"gold"`, `an empty list`, `a list of 3`, `an object`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'missing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : JSON.stringify(cut(value, TEXT_LENGTH));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : listText(value);
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  return String(value);
}

/** A short list of primitive values is shown, any other is counted. */
function listText(values: readonly unknown[]): string {
  const isPlain = values.length <= 5 && values.every((value) => typeof value !== 'object' || value === null);
  return isPlain ? `[${cut(values.map(valueText).join(', '), 2 * TEXT_LENGTH)}]` : `a list of ${values.length}`;
}

/** Truncates by code points, so that surrogate pairs are not split. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, 2 * length)];
  return characters.length <= length && characters.join('') === text
    ? text
    : `${characters.slice(0, length - 1).join('')}…`;
}
