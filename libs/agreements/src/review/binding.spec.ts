import { bindsAt } from '@app/contracts';
import { lastBinding } from './authors';

const NOW = Date.UTC(2026, 0, 15);

describe('a contract binds', () => {
  it.each<[string, object, boolean]>([
    ['Active', {}, true],
    ['Approved', {}, true],
    ['Deprecated', {}, true],
    ['Draft', {}, false],
    ['In Review', {}, false],
    ['Rejected', {}, false],
    ['Unprocessed', {}, false],
    ['Active', { effectiveFrom: '2027-01-01' }, true],
    ['Active', { effectiveUntil: '2026-01-15' }, false],
    ['Active', { effectiveUntil: '2026-01-15T00:00:00.001Z' }, true],
    ['Deprecated', { effectiveUntil: '2025-01-01' }, false],
  ])('%s %j: %s', (entityStatus, dates, binds) => {
    expect(bindsAt({ entityStatus, ...dates }, NOW)).toBe(binds);
  });
});

describe('the last state that bound', () => {
  const state = (version: number, entityStatus: string, more: object = {}) => ({
    ...{ version, entityStatus, updatedAt: Date.UTC(2026, 0, version) },
    ...more,
  });

  it('is none of a contract that was never in force', () => {
    expect(lastBinding([state(1, 'Draft'), state(2, 'In Review')])).toBeUndefined();
  });

  it('is followed by all that was written since', () => {
    expect(lastBinding([state(1, 'Active'), state(2, 'Draft'), state(3, 'Active'), state(4, 'Draft')])?.version).toBe(
      3,
    );
  });

  it('is not one that had ended when the next was written', () => {
    const ended = { effectiveUntil: '2026-01-02T12:00:00Z' };
    expect(
      lastBinding([state(1, 'Active', ended), state(2, 'Active', ended), state(3, 'Active', ended)])?.version,
    ).toBe(1);
  });
});
