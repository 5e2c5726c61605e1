import { jsonKey } from '@app/common';

type Parameters = Readonly<Record<string, string>>;

/** Whether a test case with some parameters promises at least what one of the same definition with others does. */
export function isAsStrong(has: Parameters, suggested: Parameters): boolean {
  return Object.entries(suggested).every(([name, value]) => {
    const own = has[name];
    if (own === undefined) return false;
    switch (name) {
      case 'minValue':
        return Number(own) >= Number(value);
      case 'maxValue':
        return Number(own) <= Number(value);
      case 'matchEnum':
        return own.toLowerCase() === value;
      default:
        return isWithin(listOf(own), listOf(value));
    }
  });
}

function isWithin(values: readonly unknown[] | undefined, allowed: readonly unknown[] | undefined): boolean {
  const keys = new Set(allowed?.map(jsonKey));
  return values?.every((value) => keys.has(jsonKey(value))) ?? false;
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // Written in another form: then it cannot be compared.
  }
}
