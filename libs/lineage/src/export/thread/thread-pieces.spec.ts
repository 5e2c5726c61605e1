import { MessageChannel } from 'node:worker_threads';
import { Outlet } from './outlet';
import { ThreadPieces } from './thread-pieces';
import { ON_THE_WAY } from './thread-message';

function pair(): { pieces: ThreadPieces; outlet: Outlet; ended: jest.Mock; gone: jest.Mock; kill: () => void } {
  const { port1, port2 } = new MessageChannel();
  const [ended, gone] = [jest.fn(), jest.fn()];
  return {
    pieces: new ThreadPieces(port1, ended),
    outlet: new Outlet(port2, gone),
    ended,
    gone,
    kill: () => port2.close(),
  };
}

async function read(pieces: ThreadPieces): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

describe('what a thread makes', () => {
  it('comes in its order, no more at a time than is taken, to its end', async () => {
    const { pieces, outlet, ended } = pair();
    const texts = Array.from({ length: 50 }, (_, i) => (i % 7 ? `text ${i}` : ''));
    let put = 0;
    const putting = (async () => {
      for (const text of texts) await outlet.put(text).then(() => put++);
      outlet.end();
    })();
    await pieces.begun(1_000);
    await turns();
    expect(put).toBe(ON_THE_WAY);
    expect(await read(pieces)).toEqual(texts);
    await putting;
    await turns();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('ends with what it failed with, behind what came before', async () => {
    const { pieces, outlet } = pair();
    outlet.begin();
    await outlet.put('text');
    outlet.fail(Object.assign(new Error('cut'), { code: '57P01' }));
    await pieces.begun(1_000);
    expect(await pieces.next()).toEqual({ done: false, value: 'text' });
    await expect(pieces.next()).rejects.toMatchObject({ message: 'cut', code: '57P01' });
  });

  it('says at once what failed before anything came, also that the thread died', async () => {
    const failed = pair();
    failed.outlet.fail(new Error('no database'));
    await expect(failed.pieces.begun(1_000)).rejects.toThrow('no database');
    const dead = pair();
    dead.kill();
    await expect(dead.pieces.begun(1_000)).rejects.toThrow('the export thread ended');
  });

  it('begins without where nothing comes in time, and is no more where its reader leaves', async () => {
    const { pieces, outlet, gone } = pair();
    outlet.begin();
    await pieces.begun(5);
    await pieces.return();
    await turns();
    expect(gone).toHaveBeenCalledTimes(1);
    await expect(outlet.put('text')).rejects.toThrow();
    expect(await read(pieces)).toEqual([]);
  });
});
