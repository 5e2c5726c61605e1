import { answerType, takesType } from './answer-type';

const JSON_TYPE = 'application/json';

describe('which representation a reader gets', () => {
  it.each<[string | undefined, string | undefined, string]>([
    [undefined, JSON_TYPE, 'who does not say gets JSON'],
    ['', JSON_TYPE, 'nothing is said'],
    [',,', JSON_TYPE, 'nothing is said either'],
    ['*/*', JSON_TYPE, 'anything will do'],
    ['application/*', JSON_TYPE, 'YAML is not asked for by its name'],
    ['application/json', JSON_TYPE, 'JSON'],
    ['application/json; charset=utf-8', JSON_TYPE, 'parameters say nothing'],
    ['text/html, */*;q=0.1', JSON_TYPE, 'a browser'],
    ['application/yaml', 'application/yaml', 'the registered type'],
    ['text/yaml', 'text/yaml', 'an older type is answered as it was asked for'],
    ['application/x-yaml', 'application/x-yaml', 'and so is the other one'],
    ['Application/YAML', 'application/yaml', 'types have no letter case'],
    ['application/yaml, */*', 'application/yaml', 'the one that is named comes before any other'],
    ['application/yaml;q=0.5, */*', JSON_TYPE, 'anything else is liked better'],
    ['application/yaml;q=0.5, */*;q=0.9, application/*;q=0.1', 'application/yaml', 'the nearer range counts for JSON'],
    ['application/yaml, application/json', JSON_TYPE, 'as much as JSON: JSON'],
    ['application/yaml, application/json;q=0.9', 'application/yaml', 'more than JSON'],
    ['application/yaml;q=0.2, application/json;q=0.9', JSON_TYPE, 'less than JSON'],
    ['application/yaml;q=0, text/yaml;q=0.4', 'text/yaml', 'the best of those that are not refused'],
    ['text/yaml;q=0.4, application/yaml;q=0.8', 'application/yaml', 'the best of several'],
    ['application/yaml; charset=utf-8', 'application/yaml', 'other parameters say nothing'],
    [',,;q=1,application/yaml', 'application/yaml', 'empty parts are skipped'],
    ['application/json;q=0, */*', 'application/yaml', 'anything but JSON'],
    ['text/*', 'text/yaml', 'the one that is a text'],
    ['application/yaml;q=0', undefined, 'nothing but what is refused'],
    ['*/*;q=0', undefined, 'all is refused'],
    ['application/yamlet', undefined, 'another type'],
    ['text/html', undefined, 'another type too'],
    ['application/json;q=0', undefined, 'JSON is refused, nothing else named'],
  ])('%s → %s: %s', (accept, type) => {
    expect(answerType(accept)).toBe(type);
  });
});

it.each([
  ['text/csv', true],
  ['text/*;q=0.1', true],
  ['application/json, text/csv;q=0', false],
  ['application/json', false],
])('Accept: %s takes CSV: %s', (accept, isTaken) => {
  expect(takesType(accept, 'text/csv')).toBe(isTaken);
});
