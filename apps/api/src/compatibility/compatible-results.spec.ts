import { atOnce } from '@app/common';
import { compatibleResults } from './compatible-results';

const details = { schemaValidation: {}, promises: { stated: 1 }, notEvaluated: [{ promise: 'termsOfUse' }] };
const shown = { details: { schemaValidation: {} }, notEvaluated: ['termsOfUse'] };
const result = { details, notEvaluated: ['termsOfUse'] };

describe('results for clients of the OpenMetadata API', () => {
  it.each([
    ['one', result, shown],
    ['a page', { data: [result], paging: {} }, { data: [shown], paging: {} }],
    ['a list', { results: [result, {}] }, { results: [shown, {}] }],
    ['one without details', { status: 'Queued' }, { status: 'Queued' }],
  ])('%s lack the counts of promises', (_what, sent, expected) => {
    expect(JSON.parse(atOnce(compatibleResults(JSON.stringify(sent))))).toEqual(expected);
  });
});
