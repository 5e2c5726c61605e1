import { checkQuality } from '../quality-check';
import { QUALITY, expectation } from './cases/quality.cases';

const toMessage = ([field, message]: readonly [string, string]) => ({ field, message });

describe('checkQuality', () => {
  it.each(QUALITY.map(([title, tests, counts, details, warnings]) => ({ title, tests, counts, details, warnings })))(
    '$title',
    ({ tests, counts: [passed, failed, total, qualityScore], details, warnings = [] }) => {
      expect(checkQuality(tests.map(expectation))).toEqual({
        ...{ passed, failed, total, qualityScore },
        details: details.map(toMessage),
        warnings: warnings.map(toMessage),
      });
    },
  );

  it.each([
    [{ fullyQualifiedName: 's.d.p.t.a', name: 'a', id: '1' }, 's.d.p.t.a'],
    [{ name: 'a', id: '1' }, 'a'],
    [{ id: '1' }, '1'],
    [{}, 'unknown test case'],
  ])('names %j', (ref, field) => {
    expect(checkQuality([{ ref }]).details).toEqual([{ field, message: 'no result' }]);
  });

  it('says of a test case that it is deleted', () => {
    expect(checkQuality([{ ref: { name: 'a' }, isDeleted: true }]).details).toEqual([
      { field: 'a', message: 'the test case is deleted' },
    ]);
  });

  it('bears a time that is none', () => {
    const newest = { status: 'Failed', timestamp: 9e15 } as const;
    expect(checkQuality([{ ref: { name: 'a' }, newest }]).details).toEqual([
      { field: 'a', message: 'failed at 9000000000000000' },
    ]);
  });
});
