import { fill, type Shape } from './shape';

const operations = (...pieces: readonly string[]) => `[${pieces.filter(Boolean).join(',')}]`;
const op = (name: string, path: string, more: string = '') => `{"op":"${name}","path":"${path}"${more && `,${more}`}}`;
const MB = 1024 * 1024;

/** JSON patches (RFC 6902) that make much of little. */
export const PATCH_SHAPES: Readonly<Record<string, Shape>> = {
  'many tests': ({ bytes }) => operations(fill(op('test', '/name', '"value":"a"'), bytes)),
  'many replacements': ({ bytes }) => operations(fill(op('replace', '/description', '"value":"a"'), bytes, 10_000)),
  'one long description': ({ bytes }) => operations(op('add', '/description', `"value":"${'a'.repeat(bytes - 100)}"`)),
  'a description of 4 MB': () => operations(op('add', '/description', `"value":"${'a'.repeat(4 * MB)}"`)),
  'moves of an item of 1 MB': () =>
    operations(
      op('add', '/extension', `"value":{"a":["${'a'.repeat(MB)}"],"b":[]}`),
      fill(
        (at) => op('move', at % 2 ? '/extension/a/0' : '/extension/b/0', `"from":"/extension/${at % 2 ? 'b' : 'a'}/0"`),
        Infinity,
        2_000,
      ),
    ),
  'copies that double': ({ bytes }) =>
    operations(
      op('add', '/extension', `"value":{"a":["${'a'.repeat(1_000)}"]}`),
      fill((at) => op('copy', `/extension/a${at + 1}`, `"from":"/extension"`), bytes, 40),
    ),
  'items put before others': ({ bytes }) =>
    operations(
      op('add', '/tags', '"value":[]'),
      fill(op('add', '/tags/0', '"value":{"tagFQN":"a.b"}'), bytes, 100_000),
    ),
  'one label many times': () =>
    operations(
      op('add', '/tags', '"value":[]'),
      fill(op('add', '/tags/-', '"value":{"tagFQN":"PII.Sensitive","source":"Classification"}'), Infinity, 10_000),
    ),
  'deep pointers': ({ bytes }) => operations(fill(op('test', '/a'.repeat(1_000), '"value":1'), bytes)),
  'one long pointer': ({ bytes }) => operations(op('test', '/a'.repeat(bytes / 2 - 40), '"value":1')),
  'pointers of escapes': ({ bytes }) => operations(fill(op('test', '/~1~0'.repeat(100), '"value":1'), bytes)),
  'unknown operations': ({ bytes }) => operations(fill(op('turn', '/a'), bytes)),
  'empty operations': ({ bytes }) => operations(fill('{}', bytes - 2)),
  'operations that are not objects': ({ bytes }) => operations(fill('0', bytes - 2)),
  'deep values': ({ bytes }) =>
    operations(fill(op('add', '/extension', `"value":${'['.repeat(60)}${']'.repeat(60)}`), bytes)),
  'removals of nothing': ({ bytes }) => operations(fill(op('remove', '/extension/a'), bytes)),
  'many members, one by one': ({ bytes }) =>
    operations(
      op('add', '/extension', '"value":{}'),
      fill((at) => op('add', `/extension/m${at}`, '"value":1'), bytes, 100_000),
    ),
};
