import { sortKeys } from './bind-request';
import type { SearchQuestion } from './search-question';

const question = (field?: string, sortOrder: 'asc' | 'desc' = 'desc'): SearchQuestion =>
  ({
    sortOrder,
    ...(field === undefined ? {} : { sortField: { parameter: 'sort_field', text: field } }),
  }) as SearchQuestion;
const shown = (field?: string, order?: 'asc' | 'desc'): string =>
  sortKeys(question(field, order))
    .map(({ by, direction }) => `${by} ${direction}`)
    .join(', ');

describe('the order of hits', () => {
  it.each([
    [undefined, 'desc', '_score desc, name.keyword asc, id asc'],
    ['_score', 'asc', '_score asc, name.keyword asc, id asc'],
    ['name', 'desc', 'name.keyword desc, id asc'],
    ['displayName', 'asc', 'displayName.keyword asc, name.keyword asc, id asc'],
    ['updatedAt', 'desc', 'updatedAt desc, name.keyword asc, id asc'],
    ['id', 'asc', 'id asc'],
  ] as const)('%s %s', (field, order, expected) => expect(shown(field, order)).toBe(expected));

  it.each(['description', 'owners.name', 'columns.dataType', 'nothing', '__proto__', 'constructor', ''])(
    '%j is refused',
    (field) => {
      expect(() => sortKeys(question(field))).toThrow(
        expect.objectContaining({
          code: 'BAD_REQUEST',
          details: [
            expect.objectContaining({
              field: 'sort_field',
              message: expect.stringContaining(`"${field}" is`) as string,
            }),
          ],
        }),
      );
    },
  );
});
