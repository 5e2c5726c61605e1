import { neighbourOf, type Move } from './neighbours';

const node = (id: string, hop: number) => ({ id, hop, name: id, type: 'table', fullyQualifiedName: id });
const GRAPH = {
  nodes: [node('root', 0), node('above', 1), node('near', 1), node('below', 1), node('alone', 2)],
  edges: [
    { from: 'root', to: 'above' },
    { from: 'root', to: 'near' },
    { from: 'near', to: 'alone' },
  ],
} as unknown as Parameters<typeof neighbourOf>[0];
const LAYOUT = new Map([
  ['root', { x: 0, y: 100 }],
  ['above', { x: 300, y: 0 }],
  ['near', { x: 300, y: 80 }],
  ['below', { x: 300, y: 200 }],
  ['alone', { x: 600, y: 80 }],
]);

describe('neighbourOf', () => {
  it.each<[string, Move, string | undefined]>([
    ['root', 'ArrowRight', 'near'],
    ['near', 'ArrowLeft', 'root'],
    ['near', 'ArrowRight', 'alone'],
    ['near', 'ArrowUp', 'above'],
    ['near', 'ArrowDown', 'below'],
    ['above', 'ArrowDown', 'near'],
    ['above', 'ArrowUp', undefined],
    ['alone', 'ArrowRight', undefined],
    ['gone', 'ArrowRight', undefined],
  ])('of %s, %s, is %s', (from, move, expected) => {
    expect(neighbourOf(GRAPH, LAYOUT, from, move)).toBe(expected);
  });
});
