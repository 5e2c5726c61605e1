import { readObservations } from './observation.schema';

const AT = 1_700_000_000_000;

describe('readObservations', () => {
  it('takes one, without a source', () => {
    expect(readObservations({ timestamp: AT, kind: 'refresh' })).toEqual([
      { timestamp: AT, kind: 'refresh', source: '' },
    ]);
  });

  it('takes the last of those with the same kind, timestamp and source', () => {
    const probe = { timestamp: AT, kind: 'availability', source: 'probe' };
    const other = { ...probe, source: 'other', available: true };
    const sent = [{ ...probe, available: true }, other, { ...probe, available: false }];
    expect(readObservations(sent)).toEqual([{ ...probe, available: false }, other]);
  });

  it('takes an empty list', () => {
    expect(readObservations([])).toEqual([]);
  });

  it.each([
    [undefined, 'The body is missing'],
    [[{ timestamp: AT, kind: 'refresh' }, 3], '[1]: must be an object'],
    [{ timestamp: AT, kind: 'seen' }, 'kind: must be one of refresh, arrival, availability'],
    [{ timestamp: AT, kind: 'availability' }, 'available: is required for the kind availability'],
    [{ timestamp: AT, kind: 'refresh', available: true }, 'available: is for the kind availability, not refresh'],
    [
      [{ timestamp: AT, kind: 'refresh', dataTimestamp: AT }],
      '[0].dataTimestamp: is for the kind arrival, not refresh',
    ],
    [{ timestamp: AT, kind: 'arrival', dataTimestamp: 5 }, 'dataTimestamp: looks like seconds'],
    [{ timestamp: AT, kind: 'refresh', source: 'catalog:tableProfile/1' }, 'source: must not begin with catalog:'],
    [{ timestamp: AT, kind: 'refresh', source: 'x'.repeat(257) }, 'source'],
    [Array.from({ length: 10_001 }, () => ({})), 'at most 10000'],
  ])('refuses %j: %s', (sent, expected) => {
    expect(() => readObservations(sent)).toThrow(expected);
  });
});
