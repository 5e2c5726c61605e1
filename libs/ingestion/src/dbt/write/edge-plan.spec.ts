import type { DbtProject } from '../project';
import { planEdges } from './edge-plan';

function project(relations: Record<string, string[]>, passages: Record<string, string[]>): DbtProject {
  const entries = Object.entries(relations).map(([id, dependsOn]) => [id, { id, dependsOn }] as const);
  return {
    relations: new Map(entries) as unknown as DbtProject['relations'],
    passages: new Map(Object.entries(passages)),
    tests: [],
    outcomes: [],
    skipped: [],
  };
}

describe('planEdges', () => {
  it('goes through what is in no database, also in circles, each edge once', () => {
    const plan = planEdges(
      project(
        { a: [], b: ['e', 'a', 'gone'], c: ['e', 'b'], d: ['loop'] },
        { e: ['f', 'a'], f: ['a', 'e'], loop: ['loop'] },
      ),
    );
    expect(plan).toEqual([
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'b', to: 'c' },
    ]);
  });
});
