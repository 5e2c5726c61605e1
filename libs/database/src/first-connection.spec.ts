import { firstConnection } from './first-connection';

const late = () => new Error('timeout exceeded when trying to connect');

describe('the first connection of a process', () => {
  it('is tried again when it comes late', async () => {
    const connect = jest
      .fn<Promise<string>, []>()
      .mockRejectedValueOnce(late())
      .mockRejectedValueOnce(new Error('Connection terminated due to connection timeout'))
      .mockResolvedValue('connected');
    await expect(firstConnection(connect)).resolves.toBe('connected');
    expect(connect).toHaveBeenCalledTimes(3);
  });

  it('is given up when it never comes', async () => {
    await expect(firstConnection(() => Promise.reject(late()), 0)).rejects.toThrow('timeout exceeded');
  });

  it('is not asked for twice where the server refuses', async () => {
    const connect = jest.fn(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:1')));
    await expect(firstConnection(connect)).rejects.toThrow('ECONNREFUSED');
    expect(connect).toHaveBeenCalledTimes(1);
  });
});
