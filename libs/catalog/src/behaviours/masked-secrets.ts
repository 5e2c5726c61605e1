/** Placeholder for a secret in responses. Sent back by a client, it means: keep the stored secret. */
export const MASK = '*********';

const SECRET_NAME =
  /pass(word|phrase|code)|secret|token|private[_-]?key|access[_-]?key|api[_-]?key|credential|client[_-]?key/i;

/** Returns a copy of the value with every secret string, recognised by its member name, replaced by the mask. */
export function masked(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masked(inner, secret || SECRET_NAME.test(name))]),
  );
}

/** Returns a copy of the value with every mask replaced by the stored value at the same path. */
export function unmasked(value: unknown, kept: unknown): unknown {
  if (value === MASK) return kept ?? MASK;
  if (Array.isArray(value)) return value.map((item, i) => unmasked(item, Array.isArray(kept) ? kept[i] : undefined));
  if (typeof value !== 'object' || value === null) return value;
  const keptMembers = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmasked(inner, keptMembers[name])]));
}
