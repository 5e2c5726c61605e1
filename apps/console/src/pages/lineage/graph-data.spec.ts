import type { Graph, GraphNode } from '../../api/lineage';
import { columnName, columnsOf, reachedByFailures } from './graph-data';

const node = (id: string): GraphNode => ({
  id,
  name: id,
  fullyQualifiedName: `s.${id}`,
  type: 'table',
  deleted: false,
  hop: 0,
});
const edge = (from: string, to: string, columns: Graph['edges'][number]['columns'] = []) => ({ from, to, columns });

const graph: Graph = {
  nodes: ['a', 'b', 'c', 'd'].map(node),
  edges: [
    edge('a', 'b', [{ from: ['s.a.x', 's.a.y.z'], to: 's.b.x' }]),
    edge('b', 'c'),
    edge('c', 'b'),
    edge('d', 'a'),
  ],
  isCut: false,
};

it('lights what is downstream of a contract that is broken, wholly or partially, cycles included, and nothing upstream', () => {
  expect(
    [
      ...reachedByFailures(
        graph,
        new Map([
          ['b', 'failed'],
          ['d', 'success'],
        ]),
      ),
    ].sort(),
  ).toEqual(['b', 'c']);
  expect([...reachedByFailures(graph, new Map([['a', 'Failed']]))].sort()).toEqual(['a', 'b', 'c']);
  expect([...reachedByFailures(graph, new Map([['a', 'partialsuccess']]))].sort()).toEqual(['a', 'b', 'c']);
  expect([...reachedByFailures(graph, new Map([['a', 'aborted']]))]).toEqual([]);
});

it('finds the columns that lineage goes through, and names them without their asset', () => {
  expect(Object.fromEntries(columnsOf(graph))).toEqual({ a: ['s.a.x', 's.a.y.z'], b: ['s.b.x'] });
  expect(columnName('s.a.y.z', 's.a')).toBe('y.z');
  expect(columnName('s.ab.x', 's.a')).toBe('s.ab.x');
});
