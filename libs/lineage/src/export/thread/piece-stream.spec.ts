import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { PieceStream, PIECES_AHEAD, sendBegun, sendFailure, servePieces } from './piece-stream';

function pair(): { pieces: PieceStream; port: MessagePort; ended: jest.Mock; gone: jest.Mock } {
  const { port1, port2 } = new MessageChannel();
  const [ended, gone] = [jest.fn(), jest.fn()];
  port2.on('close', gone);
  const pieces = new PieceStream(port1);
  pieces.once('close', ended);
  return { pieces, port: port2, ended, gone };
}

async function read(pieces: PieceStream): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** Waits until all messages in transit have arrived. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

describe('PieceStream', () => {
  it('has all pieces in order, and asks for no more than it has room for', async () => {
    const { pieces, port, ended, gone } = pair();
    const texts = Array.from({ length: 50 }, (_, i) => `text ${i}`);
    let made = 0;
    servePieces(
      port,
      (async function* () {
        for (const text of texts) {
          made++;
          yield await Promise.resolve(text);
        }
      })(),
    );
    sendBegun(port);
    await pieces.begun(60_000);
    await settled();
    expect(made).toBe(PIECES_AHEAD);
    expect(await read(pieces)).toEqual(texts);
    await settled();
    expect([ended.mock.calls.length, gone.mock.calls.length]).toEqual([1, 1]);
  });

  it('fails with the error of the thread, its code included', async () => {
    const { pieces, port } = pair();
    servePieces(
      port,
      (async function* () {
        yield await Promise.resolve('text');
        throw Object.assign(new Error('cut'), { code: '57P01' });
      })(),
    );
    sendBegun(port);
    await expect(read(pieces)).rejects.toMatchObject({ message: 'cut', code: '57P01' });
  });

  it('reports a failure before the first piece from begun(), also that the thread ended', async () => {
    const failed = pair();
    sendFailure(failed.port, new Error('no database'));
    await expect(failed.pieces.begun(60_000)).rejects.toThrow('no database');
    const late = pair();
    sendBegun(late.port);
    setTimeout(() => sendFailure(late.port, new Error('no table')), 5);
    await expect(late.pieces.begun(60_000)).rejects.toThrow('no table');
    const dead = pair();
    dead.port.close();
    await expect(dead.pieces.begun(60_000)).rejects.toThrow('the export thread ended');
  });

  it('begins without a piece if none arrives in time, and tells the thread when its reader leaves', async () => {
    const { pieces, port, gone } = pair();
    servePieces(port, { next: () => new Promise(() => undefined) });
    sendBegun(port);
    await pieces.begun(5);
    pieces.destroy();
    await settled();
    expect(gone).toHaveBeenCalledTimes(1);
    await expect(read(pieces)).rejects.toThrow();
  });

  it('still has its last pieces when the thread ends after it sent all', async () => {
    const { pieces, port } = pair();
    servePieces(
      port,
      (async function* () {
        yield await Promise.resolve('text');
      })(),
    );
    sendBegun(port);
    await pieces.begun(60_000);
    await settled();
    port.close();
    await settled();
    expect(await read(pieces)).toEqual(['text']);
  });
});
