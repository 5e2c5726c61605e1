import { fill, type Shape } from './shape';

/** Bodies of YAML that are refused as too large need not be larger. */
const LARGEST = 1024 * 1024;
const most = (bytes: number) => Math.min(bytes, LARGEST) - 64;

const aliases = (items: number, uses: number) => `a: &a [${'0,'.repeat(items)}]\nb: [${fill('*a', uses * 3)}]\n`;

export const YAML_SHAPES: Readonly<Record<string, Shape>> = {
  'aliases of a long list': () => aliases(100_000, 990),
  'aliases of aliases': () =>
    Array.from({ length: 20 }, (_, at) => `l${at}: &l${at} [${at === 0 ? '0' : fill(`*l${at - 1}`, 60)}]`).join('\n'),
  'many anchors': ({ bytes }) => fill((at) => `k${at}: &a${at} 0`, most(bytes), 40_000, '\n'),
  'many anchors and aliases': ({ bytes }) =>
    fill((at) => `k${at}: &a${at} 0\nv${at}: *a${at}`, most(bytes), 40_000, '\n'),
  'one long scalar': ({ bytes }) => `name: ${'a'.repeat(Math.min(most(bytes), 900_000))}\n`,
  'one long quoted scalar': ({ bytes }) => `name: "${fill('\\x41', most(bytes), Infinity, '')}"\n`,
  'one long block of lines': ({ bytes }) => `name: |\n${fill('  a', most(bytes), Infinity, '\n')}\n`,
  'one scalar of many lines': ({ bytes }) => `name: a\n${fill('  a', most(bytes), Infinity, '\n')}\n`,
  'empty flow lists': ({ bytes }) => fill('[]', most(bytes)),
  'empty flow lists in a list': ({ bytes }) => `[${fill('[]', most(bytes))}]`,
  'open flow lists': ({ bytes }) => '['.repeat(most(bytes)),
  'deep block lists': ({ bytes }) => `${fill('- ', most(bytes), Infinity, '')}a`,
  'many members': ({ bytes }) => fill((at) => `k${at}: 1`, most(bytes), Infinity, '\n'),
  'many items': ({ bytes }) => `a:\n${fill('- 1', most(bytes), Infinity, '\n')}`,
  'many documents': ({ bytes }) => fill('---\na: 1', most(bytes), Infinity, '\n'),
  comments: ({ bytes }) => `${fill('# a', most(bytes), Infinity, '\n')}\na: 1`,
  tags: ({ bytes }) => `[${fill('!!str a', most(bytes))}]`,
  'blank lines': ({ bytes }) => `${'\n'.repeat(most(bytes))}a: 1`,
  'question marks': ({ bytes }) => fill('? a', most(bytes), Infinity, '\n'),
  'merge keys': ({ bytes }) => `a: &a {b: 1}\n${fill((at) => `k${at}: {<<: *a}`, most(bytes), Infinity, '\n')}`,
};
