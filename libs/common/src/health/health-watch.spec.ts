import { HealthProbes } from './health-probes';
import { notReady, READY } from './health-report';
import { HealthWatch } from './health-watch';

describe('the watch over the health of a process', () => {
  it('tells of each change once, with the parts that are not ready', async () => {
    const fault = notReady('its eviction policy is allkeys-lru');
    const states = [fault, fault, fault, READY, fault, READY, READY];
    const lines: string[] = [];
    const log = {
      log: (line: string) => lines.push(`info ${line}`),
      warn: (line: string) => lines.push(`warn ${line}`),
    };
    let seen: () => void;
    const allSeen = new Promise<void>((resolve) => (seen = resolve));
    const queue = async () => {
      if (states.length === 1) seen();
      return states.length > 1 ? states.shift()! : states[0]!;
    };
    const watch = new HealthWatch(new HealthProbes({ needed: { database: async () => READY, queue } }), log, 1);
    watch.start();
    await allSeen;
    await watch.stop();
    const reason = 'not ready: queue: its eviction policy is allkeys-lru';
    expect(lines).toEqual([`info ${reason}`, `warn ${reason}`, 'info ready', `warn ${reason}`, 'info ready']);
  });

  it('warns of nothing where it is ready at the second look', async () => {
    const states = [notReady('not consumed'), READY, READY];
    const lines: string[] = [];
    const log = { log: (line: string) => lines.push(line), warn: (line: string) => lines.push(`warn ${line}`) };
    let seen: () => void;
    const allSeen = new Promise<void>((resolve) => (seen = resolve));
    const jobs = async () => {
      if (states.length === 1) seen();
      return states.length > 1 ? states.shift()! : states[0]!;
    };
    const watch = new HealthWatch(new HealthProbes({ needed: { jobs } }), log, 1);
    watch.start();
    await allSeen;
    await watch.stop();
    expect(lines).toEqual(['not ready: jobs: not consumed', 'ready']);
  });
});
