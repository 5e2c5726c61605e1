import { entityTypes } from '../types/entity-types';
import { atOnce } from '@app/common';
import { byRequest } from '../query/field-list';
import { compatibleSteps, compatibleDocument, compatibleFields } from './compatible-document';

const type = (name: string) => entityTypes.get(name);
const shownAs = (name: string, document: Record<string, unknown>): unknown =>
  JSON.parse(atOnce(compatibleSteps(type(name), JSON.stringify(document))));

describe('compatibleSteps', () => {
  it.each<[string, string[]]>([
    ['table', ['reviewers']],
    ['topic', ['reviewers']],
    ['searchIndex', ['reviewers', 'sourceUrl']],
    ['apiEndpoint', ['reviewers', 'sourceUrl']],
    ['apiCollection', ['reviewers', 'followers', 'sourceUrl']],
    ['databaseService', ['reviewers', 'extension', 'lifeCycle']],
    ['pipelineService', ['reviewers', 'extension', 'lifeCycle', 'scheduleInterval']],
    ['classification', ['tags', 'dataProducts', 'followers', 'extension', 'lifeCycle']],
    ['tag', ['tags', 'associatedTags', 'followers', 'extension', 'lifeCycle']],
    ['glossary', ['followers', 'lifeCycle']],
    ['glossaryTerm', ['followers', 'lifeCycle']],
    ['domain', ['deleted', 'reviewers', 'domains', 'dataProducts', 'lifeCycle']],
    ['dataProduct', ['deleted', 'dataProducts', 'lifeCycle']],
    ['user', ['botName', 'image']],
    ['testDefinition', ['tags', 'reviewers', 'dataProducts', 'followers', 'extension', 'lifeCycle']],
    ['testSuite', ['dataProducts', 'followers', 'extension', 'lifeCycle']],
    ['testCase', ['dataProducts', 'extension', 'lifeCycle']],
  ])('leaves out of a %s what its clients refuse', (name, without) => {
    const kept = { id: '1', name: 'n', description: '"reviewers":' };
    const document = { ...kept, ...Object.fromEntries(without.map((member) => [member, []])) };
    expect(shownAs(name, document)).toEqual(kept);
  });

  it('shows one, a page, versions and rows of a bulk write', () => {
    const before = { id: '1', reviewers: [] };
    const after = { id: '1' };
    expect(shownAs('table', before)).toEqual(after);
    expect(shownAs('table', { data: [before, before], paging: { total: 2 } })).toEqual({
      data: [after, after],
      paging: { total: 2 },
    });
    const versions = { entityType: 'table', versions: [before], paging: { after: 'x' } };
    expect(shownAs('table', versions)).toEqual({ entityType: 'table', versions: [after] });
    const results = [
      { status: 200, entity: before },
      { status: 400, error: { reviewers: 1 } },
    ];
    expect(shownAs('table', { results })).toEqual({ results: [{ status: 200, entity: after }, results[1]] });
  });

  it('gives back the very text where nothing differs', () => {
    const text = '{"id" : 1.50, "columns": [{"name":"a", "tags": []}]}';
    expect(atOnce(compatibleSteps(type('table'), text))).toBe(text);
  });

  it('leaves out nothing below the document itself', () => {
    const document = { extension: { reviewers: 1 }, columns: [{ name: 'reviewers' }] };
    expect(shownAs('table', document)).toEqual(document);
  });
});

describe('compatibleDocument', () => {
  it('shows the suites of a test case as suites', () => {
    const shown = compatibleDocument(type('testCase'), { testSuites: [{ id: '1', type: 'testSuite', name: 's' }] });
    expect(shown).toEqual({ testSuites: [{ id: '1', name: 's' }] });
  });

  it('shows the operations of a rule that both know, and no rule that has none of them', () => {
    const rule = { name: 'r', effect: 'allow', resources: ['All'] };
    const document = {
      rules: [
        { ...rule, operations: ['Search', 'ViewAll', 'HardDelete'] },
        { ...rule, operations: ['ManageResults'] },
      ],
    };
    const shown = compatibleDocument(type('policy'), document);
    expect(shown).toEqual({ rules: [{ ...rule, operations: ['ViewAll'] }] });
  });
});

describe('compatibleFields', () => {
  it.each([
    ['table', undefined, true, undefined],
    ['table', undefined, false, 'columns'],
    ['table', 'owners', false, 'owners,columns'],
    ['databaseService', undefined, true, 'connection'],
    ['domain', 'reviewers', true, undefined],
    ['topic', ' owners, reviewers,', false, 'owners'],
    ['policy', '', false, 'rules'],
    ['testDefinition', undefined, true, 'validatorClass'],
    ['topic', 'owners', false, 'owners'],
  ])('reads of a %s with %j (single: %s): %j', (name, fields, single, expected) => {
    expect(compatibleFields(type(name), fields, single)).toBe(expected);
  });

  it.each(entityTypes.all().map((each) => [each.type, each] as const))('reads all of a %s that is shown', (_, each) => {
    const names = compatibleFields(each, '*', true)?.split(',');
    const all = [...byRequest(each), ...Object.keys(each.relations)];
    expect(new Set(names)).toEqual(new Set(all.filter((name) => !each.compatible.without.includes(name))));
  });
});
