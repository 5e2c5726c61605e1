/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  'a',
  'bc',
  'orders',
  'fact_orders',
  'käufer',
  '订单',
  'x-y',
  '1.5',
  "it's",
  'to',
  'and',
  'TO',
  'a,b',
  '>=10',
  '/data/orders',
  'a/b',
  'https://x.y/z?a=b:c',
];
const OPERATORS = ['AND', 'OR', 'NOT', '&&', '||', '+', '-', '!', '- ', '! '];
const PATTERNS = ['ab*', 'a?c', '*abc', 'ab*cd?', '/ab+c/', '/a b/', '/a\\/b/', '*', 'ab~', 'ab~1', 'abc~2^3', '/x/^2'];
const RANGES = ['[a TO b]', '{1 TO 5}', '[* TO b}', '["a b" TO *]', '{TO TO TO]', '[a  TO  "x"]', '[a\\ b TO c]'];
const MISC = [
  '"a b"',
  '"a b"~2',
  '"a\\"b"',
  '""',
  'a\\:b',
  '\\u0041b',
  'a\\*b',
  '^2',
  '^0.5',
  '~1',
  'f:',
  'g:',
  '*:',
  ':',
  'f:*',
  '_exists_:f',
];
const UNITS = [...'ab1 ()[]{}"\\:^~*?+-!&|<>=./\t\u3000TO', 'AND', 'OR', 'é', '\n'];

const BAGS = [WORDS, WORDS, WORDS, OPERATORS, OPERATORS, PATTERNS, RANGES, MISC, ['(', ')', '(', ')', '(f:', ')^2']];

/** A query text of pieces of the language, well joined or not; one in four of single characters. */
export function randomQuery(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const length = 1 + Math.floor(random() * random() * 16);
  if (random() < 0.25) return Array.from({ length }, () => pick(UNITS)).join('');
  const pieces = Array.from({ length }, () => pick(pick(BAGS)));
  return closed(pieces.map((piece) => piece + (random() < 0.75 ? ' ' : '')).join(''), random);
}

/** Mostly with as many closing brackets as opening ones, so that more than errors is compared. */
function closed(text: string, random: () => number): string {
  const open = text.split('(').length - text.split(')').length;
  if (open === 0 || random() < 0.2) return text;
  return open > 0 ? text + ')'.repeat(open) : '('.repeat(-open) + text;
}
