import { type CanonicalType, integerOf } from '../canonical';
import { floatBitsOf, type LogicalType, rangeOf } from '../read/logical-type';

/** The type that promises least, of those that meet a promise by its logicalType; one entry for each word. */
const WEAKEST: Readonly<Record<string, (type: LogicalType) => CanonicalType>> = {
  integer: (type) => ({ ...integerOf(8), ...rangeOf(type) }),
  number: (type) =>
    type.format === 'exact'
      ? { kind: 'decimal', whole: Infinity, scale: Infinity }
      : { kind: 'float', bits: floatBitsOf(type) ?? 24 },
  string: ({ format }) => {
    if (format === 'uuid') return { kind: 'uuid' };
    return format === 'binary'
      ? { kind: 'bytes', length: Infinity, padded: false }
      : { kind: 'text', length: Infinity, padded: false };
  },
  boolean: () => ({ kind: 'boolean' }),
  date: () => ({ kind: 'date' }),
  timestamp: ({ timezone }) => ({ kind: 'moment', ...(timezone && { zone: 'with' as const }) }),
  time: ({ timezone }) => ({ kind: 'time', ...(timezone && { zone: 'with' as const }) }),
  object: () => ({ kind: 'struct' }),
  array: ({ items }) => {
    const element = items?.kind === 'logical' ? weakestOf(items) : items;
    return { kind: 'array', ...(element && { element }) };
  },
};

export function weakestOf(type: LogicalType): CanonicalType {
  const made = Object.hasOwn(WEAKEST, type.word) ? WEAKEST[type.word] : undefined;
  return made?.(type) ?? { kind: 'word', name: type.word.toUpperCase() };
}
