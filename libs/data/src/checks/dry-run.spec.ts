import { AppError } from '@app/common';
import { requireOneKind, type SentDryRun, triedSubject } from './dry-run';

const UNIQUE = { definition: 'columnValuesToBeUnique', column: 'id' };

describe('a request of checks', () => {
  it.each<[string, SentDryRun]>([
    ['of test cases', { testCases: [{}], profile: true }],
    ['of all test cases', {}],
    ['of checks to try', { definitions: [UNIQUE], dryRun: true }],
    [
      'of a check with parameters',
      { definitions: [{ ...UNIQUE, parameters: { threshold: 1, matchEnum: true, unit: 'x' } }], dryRun: true },
    ],
  ])('%s is taken', (_, sent) => {
    expect(() => requireOneKind(sent)).not.toThrow();
  });

  it.each<[string, SentDryRun, string, RegExp]>([
    ['definitions that would be stored', { definitions: [UNIQUE] }, 'dryRun', /must be true.*testCases/],
    ['a dry run of test cases', { testCases: [{}], dryRun: true }, 'definitions', /required/],
    ['both', { definitions: [UNIQUE], testCases: [{}], dryRun: true }, 'testCases', /beside definitions/],
    ['a profile', { definitions: [UNIQUE], profile: true, dryRun: true }, 'profile', /stores nothing/],
    [
      'an unknown definition',
      { definitions: [{ definition: 'columnValuesToBeNice' }], dryRun: true },
      'definitions[0].definition',
      /columnValuesToBeUnique/,
    ],
    [
      'a parameter that is a list',
      { definitions: [{ ...UNIQUE, parameters: { a: [] } }], dryRun: true },
      'definitions[0].parameters.a',
      /text/,
    ],
  ])('is refused for %s', (_, sent, field, message) => {
    let refused: unknown;
    try {
      requireOneKind(sent);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(AppError);
    expect((refused as AppError).details).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it('is computed as a test case of these parameters would be', () => {
    expect(
      triedSubject({ definition: 'columnValuesToBeBetween', column: '"a.b".c', parameters: { minValue: 0 } }),
    ).toEqual({
      name: 'columnValuesToBeBetween a.b c',
      path: ['a.b', 'c'],
      tried: { definition: 'columnValuesToBeBetween', column: '"a.b".c' },
      check: { definition: 'columnValuesToBeBetween', parameters: { minValue: '0' }, column: ['a.b', 'c'] },
    });
    expect(triedSubject({ definition: 'tableRowCountToEqual', parameters: { value: 2 } }).check).toEqual({
      definition: 'tableRowCountToEqual',
      parameters: { value: '2' },
    });
  });
});
