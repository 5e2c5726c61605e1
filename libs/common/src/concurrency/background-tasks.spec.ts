import { BackgroundTasks } from './background-tasks';

function task(name: string, log: string[]) {
  const done = async (word: string): Promise<void> => {
    await Promise.resolve();
    log.push(`${word} ${name}`);
  };
  return { start: () => done('start'), stop: () => done('stop'), faults: [] };
}

describe('BackgroundTasks', () => {
  it('starts the tasks one after the other and stops all of them', async () => {
    const log: string[] = [];
    const tasks = new BackgroundTasks([task('a', log), task('b', log)]);
    expect(log).toEqual([]);
    await tasks.start();
    expect(log).toEqual(['start a', 'start b']);
    await tasks.stop();
    expect(log.slice(2).sort()).toEqual(['stop a', 'stop b']);
  });

  it('starts no further task where one fails, and tells why', async () => {
    const log: string[] = [];
    const failing = { start: () => Promise.reject(new Error('no queue')), stop: async () => undefined, faults: [] };
    await expect(new BackgroundTasks([failing, task('b', log)]).start()).rejects.toThrow('no queue');
    expect(log).toEqual([]);
  });
});
