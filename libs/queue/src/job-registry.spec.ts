import { JobRegistry } from './job-registry';
import type { JobType } from './job-type';

const type = (name: string, queue = 'q'): JobType<unknown> => ({ name, queue, parse: (payload) => payload });
const handler = { handle: () => Promise.resolve() };

describe('the jobs of a process', () => {
  it('are served queue by queue once each has a handler', () => {
    const registry = new JobRegistry();
    const [a, b, c] = [type('a'), type('b'), type('c', 'other')];
    registry.declare(a);
    registry.declare(a);
    for (const job of [a, b, c]) registry.handle(job, handler);
    expect(registry.queuesToServe()).toEqual(['q', 'other']);
    expect(registry.find('q', 'a')).toEqual({ job: a, handler });
  });

  it('are not served while one has no handler', () => {
    const registry = new JobRegistry();
    registry.declare(type('orphan'));
    expect(() => registry.queuesToServe()).toThrow('No handler for the job orphan');
  });

  it('have one handler, and one kind per name', () => {
    const registry = new JobRegistry();
    const job = type('a');
    registry.handle(job, handler);
    expect(() => registry.handle(job, handler)).toThrow('The job a has two handlers');
    expect(() => registry.declare(type('a'))).toThrow('Two kinds of jobs have the name a');
  });

  it('are found by queue and name, or not at all', () => {
    const registry = new JobRegistry();
    registry.handle(type('a'), handler);
    expect(registry.find('other', 'a')).toBeUndefined();
    expect(registry.find('q', 'unknown')).toBeUndefined();
  });
});
