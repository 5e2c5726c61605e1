/** Converts a value of the wrong type to one of these JSON Schema types; undefined if ambiguous. */
export function coerced(value: unknown, types: readonly string[]): unknown {
  for (const type of types) {
    const found = TO[type]?.(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const TO: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (isScalar(value) ? String(value) : joined(value)),
  array: (value) => (Array.isArray(value) ? undefined : [value]),
  boolean: (value) => BOOLEANS.get(String(value).trim().toLowerCase()),
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
};

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A list of approvers where the standard has one text. */
function joined(value: unknown): string | undefined {
  return Array.isArray(value) && value.every(isScalar) ? value.join(', ') : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : undefined;
}
