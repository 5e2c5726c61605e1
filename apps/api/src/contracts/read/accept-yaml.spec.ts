import { preferredYaml } from './accept-yaml';

describe('which representation of a contract a reader prefers', () => {
  it.each<[string | undefined, string | undefined, string]>([
    [undefined, undefined, 'who does not say gets JSON'],
    ['*/*', undefined, 'anything will do'],
    ['application/*', undefined, 'YAML is not asked for by its name'],
    ['application/json', undefined, 'JSON'],
    ['text/html, */*;q=0.1', undefined, 'a browser'],
    ['application/yaml', 'application/yaml', 'the registered type'],
    ['text/yaml', 'text/yaml', 'an older type is answered as it was asked for'],
    ['application/x-yaml', 'application/x-yaml', 'and so is the other one'],
    ['Application/YAML', 'application/yaml', 'types have no letter case'],
    ['application/yaml, */*', 'application/yaml', 'the one that is named comes before any other'],
    ['application/yaml;q=0.5, */*', undefined, 'anything else is liked better'],
    ['application/yaml, application/json', undefined, 'as much as JSON: JSON'],
    ['application/yaml, application/json;q=0.9', 'application/yaml', 'more than JSON'],
    ['application/yaml;q=0.2, application/json;q=0.9', undefined, 'less than JSON'],
    ['application/yaml;q=0', undefined, 'refused'],
    ['application/yaml;q=0, text/yaml;q=0.4', 'text/yaml', 'the best of those that are not refused'],
    ['text/yaml;q=0.4, application/yaml;q=0.8', 'application/yaml', 'the best of several'],
    ['application/yaml; charset=utf-8', 'application/yaml', 'other parameters say nothing'],
    ['application/yamlet', undefined, 'another type'],
    [',,;q=1,application/yaml', 'application/yaml', 'empty parts are passed over'],
  ])('%s → %s: %s', (accept, type) => {
    expect(preferredYaml(accept)).toBe(type);
  });
});
