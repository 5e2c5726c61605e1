import type { Graph, GraphNode } from '../../api/lineage';
import { layoutByHop } from './hop-layout';

const node = (id: string, hop: number): GraphNode => ({
  id,
  name: id,
  fullyQualifiedName: `s.${id}`,
  type: 'table',
  deleted: false,
  hop,
});
const edge = (from: string, to: string) => ({ from, to, columns: [] });
const SIZES = { width: 240, heightOf: () => 76 };

it('places upstream on the left, downstream on the right, each below what it hangs on', () => {
  const graph: Graph = {
    nodes: [node('centre', 0), node('up', -1), node('a', 1), node('b', 1), node('ofB', 2), node('ofA', 2)],
    edges: [edge('up', 'centre'), edge('centre', 'a'), edge('centre', 'b'), edge('b', 'ofB'), edge('a', 'ofA')],
    isCut: false,
  };
  const at = layoutByHop(graph, SIZES);
  const x = ['up', 'centre', 'a', 'ofA'].map((id) => at.get(id)?.x ?? NaN);
  expect(x).toEqual([...x].sort((a, b) => a - b));
  expect(new Set(x).size).toBe(4);
  expect(at.get('a')?.y).toBeLessThan(at.get('b')?.y ?? NaN);
  expect(at.get('ofA')?.y).toBeLessThan(at.get('ofB')?.y ?? NaN);
});

it('lays no card of a large hop over another, cycles included', () => {
  const leaves = Array.from({ length: 1_999 }, (_, at) => `n${at}`);
  const graph: Graph = {
    nodes: [node('centre', 0), ...leaves.map((id) => node(id, 1))],
    edges: leaves.flatMap((id) => [edge('centre', id), edge(id, 'centre')]),
    isCut: true,
  };
  const places = [...layoutByHop(graph, SIZES).values()];
  expect(places).toHaveLength(2_000);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(2_000);
  for (const { x, y } of places)
    for (const other of places.slice(0, 200))
      if (other.x === x && other.y !== y) expect(Math.abs(other.y - y)).toBeGreaterThanOrEqual(76);
  expect(Math.max(...places.map(({ y }) => y))).toBeLessThan(50 * 100);
});
