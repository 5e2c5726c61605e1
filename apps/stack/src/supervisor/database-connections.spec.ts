import { databaseConnections } from './database-connections';

describe('the connections of a stack', () => {
  it.each([
    [1, 10, 100],
    [2, 10, 140],
    [8, 10, 380],
    [1, 3, 66],
  ])('with %i processes of the API and pools of %i are %i', (apiProcesses, databasePoolSize, connections) => {
    expect(databaseConnections({ apiProcesses, databasePoolSize })).toBe(connections);
  });
});
