import type { DbtProject } from '../project';
import { planEdges } from './dbt-edge-writer';

function project(relations: Record<string, string[]>, passages: Record<string, string[]>): DbtProject {
  const entries = Object.entries(relations).map(([id, dependsOn]) => [id, { id, dependsOn }] as const);
  return {
    relations: new Map(entries) as unknown as DbtProject['relations'],
    passages: new Map(Object.entries(passages)),
    tests: [],
    outcomes: [],
    groups: new Map(),
    freshness: [],
    skipped: [],
  };
}

describe('planEdges', () => {
  it('goes through what is in no database, also in circles, each edge once', async () => {
    const plan = await planEdges(
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

  it('refuses ephemeral models that lead on and on', async () => {
    const passages = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`e${at}`, [`e${at + 1}`]]));
    const relations = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`r${at}`, ['e0']]));
    await expect(planEdges(project(relations, passages))).rejects.toThrow('depend on more than 1000000 others');
  });

  it('takes a list of dependencies of any length', async () => {
    const ids = Array.from({ length: 300_000 }, (_, at) => `gone${at}`);
    expect(await planEdges(project({ a: [], b: ['e'] }, { e: [...ids, 'a'] }))).toEqual([{ from: 'a', to: 'b' }]);
  });
});
