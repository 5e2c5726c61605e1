import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IdleThread } from './idle-thread';

const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => {
    if (message === 'end') process.exit(0);
    if (message === 'throw') throw new Error('broken');
    parentPort.postMessage(message);
  });`;

/** A thread that echoes its messages, and a record of its events and answers. */
function echoing(idleMs: number) {
  const started: Worker[] = [];
  const answers: string[] = [];
  let told = (): void => undefined;
  const thread = new IdleThread<string>({
    start: () => {
      const worker = new Worker(ECHO, { eval: true });
      started.push(worker);
      return worker;
    },
    idleMs,
    onAnswer: (answer) => (answers.push(answer), told()),
    onLost: (error) => (answers.push(error.message), told()),
  });
  const ask = (message: string): Promise<void> => {
    thread.send(message);
    return new Promise((resolve) => (told = resolve));
  };
  return { thread, started, answers, ask };
}

describe('IdleThread', () => {
  it('uses one thread for all that is sent, and ends it once it had nothing to do', async () => {
    const { thread, started, answers, ask } = echoing(1);
    await ask('a');
    await ask('b');
    expect([started.length, answers]).toEqual([1, ['a', 'b']]);
    thread.rest();
    await once(started[0]!, 'exit');
    await ask('c');
    expect([started.length, answers]).toEqual([2, ['a', 'b', 'c']]);
    await thread.stop();
  });

  it('tells why a thread has ended, once, and starts another', async () => {
    const { thread, started, answers, ask } = echoing(60_000);
    await ask('throw');
    await ask('end');
    await ask('a');
    expect([started.length, answers]).toEqual([3, ['broken', 'the thread ended unexpectedly', 'a']]);
    await thread.stop();
  });

  it('says nothing of what was stopped', async () => {
    const { thread, started, answers } = echoing(60_000);
    thread.send('a');
    await thread.stop();
    expect([started.length, answers]).toEqual([1, []]);
  });
});
