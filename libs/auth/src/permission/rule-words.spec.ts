import { OPERATIONS } from '@app/common';
import { ruleWordFaults, type RuleWords } from './rule-words';

const RESOURCES = new Map([
  ['all', 'All'],
  ['table', 'table'],
  ['tables', 'table'],
]);

function faultsOf(rule: Partial<RuleWords>, stored: readonly RuleWords[] = []): string[] {
  const rules = [{ operations: ['ViewAll'], ...rule }];
  return [...ruleWordFaults(rules, stored, RESOURCES)].map(({ field }) => field);
}

describe('ruleWordFaults', () => {
  it.each([...OPERATIONS, 'All', 'EditTier', 'Trigger', 'EditTestDefinitionLibrary'])(
    'takes the operation %s',
    (name) => {
      expect(faultsOf({ operations: [name] })).toEqual([]);
    },
  );

  it.each(['viewall', 'Frobnicate', 'EditOwner', ''])('refuses the operation "%s"', (name) => {
    expect(faultsOf({ operations: ['ViewAll', name] })).toEqual(['rules[0].operations[1]']);
  });

  it.each(['All', 'all', 'table', 'ingestionPipeline'])('takes the resource %s', (name) => {
    expect(faultsOf({ resources: [name] })).toEqual([]);
  });

  it.each(['Table', 'tables', 'ALL'])('refuses the resource %s and says what is meant', (name) => {
    const [fault] = ruleWordFaults([{ operations: [], resources: [name] }], [], RESOURCES);
    expect(fault).toMatchObject({ field: 'rules[0].resources[0]', message: expect.stringContaining('known: ') });
  });

  it.each([
    ' ',
    '!isOwner() && noOwner()',
    "matchAnyTag('PII.Sensitive', 'Tier.Tier1')",
    'matchAllTags(PII.Sensitive) or not hasDomain()',
    'matchTeam() && (isOwner() || inAnyTeam("a b"))',
  ])('takes the condition %s', (condition) => {
    expect(faultsOf({ condition })).toEqual([]);
  });

  it.each(['isOwnr()', 'isOwner', 'isOwner() &&', 'matchAnyTag(', 'matchAnyTags(a)', 'isOwner() noOwner()', 'true'])(
    'refuses the condition %s',
    (condition) => {
      expect(faultsOf({ condition })).toEqual(['rules[0].condition']);
    },
  );

  it('leaves what is stored already, and refuses what is added to it', () => {
    const old = { operations: ['Fly'], resources: ['Table'], condition: 'isOwnr()' };
    expect(faultsOf(old, [old])).toEqual([]);
    expect(faultsOf({ ...old, operations: ['Fly', 'Swim'] }, [old])).toEqual(['rules[0].operations[1]']);
  });
});
