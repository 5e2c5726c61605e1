import { observationsOf } from './profile-evidence';
import { columnsByName } from './table-columns';

const AT = Date.UTC(2025, 10, 20, 12);
const HOUR = 3_600_000;
const source = `catalog:tableProfile/${AT}`;

const COLUMNS = columnsByName(
  [
    { name: 'born', dataType: 'DATE' },
    { name: 'made', dataType: 'TIMESTAMP' },
    { name: 'until', dataType: 'DATETIME' },
    { name: 'text', dataType: 'VARCHAR' },
    { name: 'clock', dataType: 'TIME' },
    { name: 'home', children: [{ name: 'since', dataType: 'DATE', fullyQualifiedName: 't.home.since' }] },
  ],
  't',
);

function arrivals(maxima: Record<string, unknown>): unknown[] {
  const columnProfile = Object.entries(maxima).map(([name, max]) => ({ name, timestamp: AT, max }));
  return observationsOf({ tableProfile: { timestamp: AT }, columnProfile }, COLUMNS).filter(
    ({ kind }) => kind === 'arrival',
  );
}

describe('observationsOf', () => {
  it('takes the profile and each write to the table for a refresh, each instant once', () => {
    const operations = ['INSERT', 'UPDATE', 'WRITE', 'DELETE', 'INSERT'] as const;
    const systemProfile = operations.map((operation, i) => ({ operation, timestamp: AT - (i % 4) * HOUR }));
    expect(observationsOf({ tableProfile: { timestamp: AT }, systemProfile }, COLUMNS)).toEqual(
      [AT, AT - HOUR, AT - 2 * HOUR].map((timestamp) => ({ timestamp, kind: 'refresh', source })),
    );
  });

  it('takes the newest point in time of all columns for the arrival', () => {
    const found = arrivals({
      born: '2001-01-01',
      made: '2025-11-20 10:00:00',
      text: '2025-11-20 11:00:00',
      clock: '11:59',
    });
    expect(found).toEqual([{ timestamp: AT, kind: 'arrival', dataTimestamp: AT - 2 * HOUR, source }]);
  });

  it('looks at nested columns, by their path', () => {
    expect(arrivals({ 'home.since': '2025-11-20' })).toMatchObject([{ dataTimestamp: Date.UTC(2025, 10, 20) }]);
  });

  it('leaves dates out that were planned, not seen, but takes what came while the profile ran', () => {
    expect(arrivals({ until: '9999-12-31', made: AT - HOUR })).toMatchObject([{ dataTimestamp: AT - HOUR }]);
    expect(arrivals({ until: '9999-12-31' })).toEqual([]);
    expect(arrivals({ made: AT + HOUR })).toMatchObject([{ dataTimestamp: AT + HOUR }]);
    expect(arrivals({ made: AT + HOUR + 1 })).toEqual([]);
  });

  it('tells of no arrival where no column says when', () => {
    expect(arrivals({})).toEqual([]);
    expect(arrivals({ text: 'zebra', made: null, born: 'yesterday' })).toEqual([]);
  });
});
