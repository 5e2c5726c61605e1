/** What stands for a secret in answers; sent back, it means the secret that is kept. */
export const MASK = '*********';

const SECRET_NAME =
  /pass(word|phrase|code)|secret|token|private[_-]?key|access[_-]?key|api[_-]?key|credential|client[_-]?key/i;

/** The same value with every secret text, known by the name of its member, replaced by the mask. */
export function masked(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masked(inner, secret || SECRET_NAME.test(name))]),
  );
}

/** The same value with every mask replaced by what the kept value has at its place. */
export function unmasked(value: unknown, kept: unknown): unknown {
  if (value === MASK) return kept ?? MASK;
  if (Array.isArray(value)) return value.map((item, i) => unmasked(item, Array.isArray(kept) ? kept[i] : undefined));
  if (typeof value !== 'object' || value === null) return value;
  const keptMembers = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmasked(inner, keptMembers[name])]));
}
