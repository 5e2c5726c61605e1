import { AsyncLocalStorage } from 'node:async_hooks';

const { watchStorages } = jest.requireActual<{ watchStorages(prototype: object): () => void }>(
  './watched-storages.cjs',
);

class Storage extends AsyncLocalStorage<string> {}

describe('storages that a test file used', () => {
  it('are disabled with the file, and enabled by their next use', () => {
    const disable = watchStorages(Storage.prototype);
    const [run, entered, other] = [new Storage(), new Storage(), new AsyncLocalStorage<string>()];
    entered.enterWith('entered');
    other.run('other', () =>
      run.run('run', () => {
        expect([run.getStore(), entered.getStore()]).toEqual(['run', 'entered']);
        disable();
        expect([run.getStore(), entered.getStore(), other.getStore()]).toEqual([undefined, undefined, 'other']);
        expect(run.run('again', () => run.getStore())).toBe('again');
      }),
    );
    disable();
  });
});
