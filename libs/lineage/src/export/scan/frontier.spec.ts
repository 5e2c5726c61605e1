import { Frontier } from './frontier';

const filled = (size: number, name: (i: number) => string): Frontier => {
  const frontier = new Frontier();
  for (let i = 1; i <= size; i++) frontier.add(i * 10, name(i), i % 2 ? 'table' : 'topic');
  return frontier;
};

describe('a frontier', () => {
  it.each([0, 1, 999, 1_000, 1_001, 2_500])('of %d nodes is their list as PostgreSQL reads it', (size) => {
    const frontier = filled(size, String);
    expect(frontier.size).toBe(size);
    expect(frontier.nodeText).toBe(`{${Array.from({ length: size }, (_, i) => (i + 1) * 10).join(',')}}`);
  });

  it('knows the name of a node by its place, from 1 on', () => {
    const frontier = filled(3, (i) => `s.t${i}`);
    expect(frontier.at(1)).toEqual({ node: 10, fqn: 's.t1', type: 'table' });
    expect(frontier.at(2)).toEqual({ node: 20, fqn: 's.t2', type: 'topic' });
  });

  it('says when it no longer keeps all names, and never forgets a node', () => {
    const frontier = filled(5_000, () => 'x'.repeat(1_000));
    expect(frontier.isNamed).toBe(false);
    expect(frontier.at(5_000)).toEqual({ node: 50_000, fqn: undefined, type: undefined });
    expect(filled(3_000, () => 'x'.repeat(1_000)).isNamed).toBe(true);
  });
});
