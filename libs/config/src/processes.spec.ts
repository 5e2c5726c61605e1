import { availableParallelism } from 'node:os';
import { askedProcesses, slotEnvironment, portStarted, processPlace } from './processes';

describe('processes of a port', () => {
  const { env } = process;
  afterEach(() => (process.env = env));
  const given = (more: Record<string, string>): void => void (process.env = { ...env, ...more });

  it.each([
    ['', 1],
    ['1', 1],
    [' 3 ', 3],
    ['64', 64],
    ['auto', Math.min(64, availableParallelism())],
    // Readers of all settings refuse these.
    ['0', 1],
    ['65', 1],
    ['x', 1],
    ['-1', 1],
    ['1.5', 1],
  ])('API_PROCESSES=%s asks for %i', (API_PROCESSES, processes) => {
    given({ API_PROCESSES });
    expect(askedProcesses()).toBe(processes);
  });

  it('know their place, and when the first one started', () => {
    expect(processPlace()).toBeUndefined();
    expect(Math.abs(portStarted() - (Date.now() - process.uptime() * 1000))).toBeLessThan(1_000);
    given(slotEnvironment(2, 1_767_225_600_000));
    expect([processPlace(), portStarted()]).toEqual([2, 1_767_225_600_000]);
  });
});
