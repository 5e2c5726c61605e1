import { randomUUID } from 'node:crypto';
import { checkerOf } from '../http/input';
import { BatchDto, RuleTrialDto, ValidationSchedule } from './run.dto';

const rule = { '!!': { var: 'description' } };
const entityId = randomUUID();

describe.each<[string, (body: unknown) => unknown, [object, string][]]>([
  [
    'a schedule',
    (body) => checkerOf(ValidationSchedule).body(body),
    [
      [{}, 'cron: is required; it must be five fields'],
      [{ cron: '* * * *' }, 'cron: must have five fields'],
      [{ cron: 7 }, 'cron: must be a text'],
      [{ cron: '* * * * *', timezone: 'Mars/Olympus' }, 'timezone: must be an IANA time zone'],
      [{ cron: '* * * * *', timezone: '+02:00' }, 'timezone: must be an IANA time zone'],
      [{ cron: '* * * * *', enabled: 'yes' }, 'enabled: must be one of true, false'],
      [{ cron: '* * * * *', every: 5 }, 'every: is not a known property'],
    ],
  ],
  [
    'a batch',
    (body) => checkerOf(BatchDto).body(body),
    [
      [{}, 'the body has neither'],
      [{ contractIds: [randomUUID()], filter: {} }, 'the body has both'],
      [{ contractIds: [] }, 'contractIds: must NOT have fewer than 1 items'],
      [{ contractIds: [randomUUID(), 'x'] }, 'contractIds[1]: must be a UUID'],
      [{ contractIds: 'x' }, 'contractIds: must be an array'],
      [{ filter: { colour: 'red' } }, 'filter.colour: is not a known property'],
      [{ filter: { entityType: 'planet' } }, 'filter.entityType: must be one of table'],
      [{ filter: [] }, 'filter: must be an object'],
      [{ filter: {}, more: 1 }, 'more: is not a known property'],
    ],
  ],
  [
    'a trial of rules',
    (body) => checkerOf(RuleTrialDto).body(body),
    [
      [{ asset: {} }, 'rule: send exactly one of rule and rules'],
      [{ rule, rules: [{ rule }], asset: {} }, 'rule: send exactly one of rule and rules'],
      [{ rule: { unknownOp: [] }, asset: {} }, 'rule: '],
      [{ rules: [{ name: 'a' }, {}], asset: {} }, 'rules[1].rule: is required where there is no name'],
      [{ rules: [], asset: {} }, 'rules: must NOT have fewer than 1 items'],
      [{ rules: Array.from({ length: 21 }, () => ({ name: 'a' })), asset: {} }, 'rules: has 21 items'],
      [{ rule }, 'asset: send either asset, or entityId with entityType'],
      [{ rule, asset: {}, entityId, entityType: 'table' }, 'asset: send either'],
      [{ rule, entityId }, 'entityType: is required'],
      [{ rule, entityType: 'table' }, 'entityId: is required'],
      [{ rule, entityId: 'x', entityType: 'planet' }, 'entityId: must be a UUID; got "x"; entityType: must be one of'],
      [{ rule, asset: [] }, 'asset: must be an object'],
    ],
  ],
])('%s', (_, read, cases) => {
  it.each(cases)('is refused as %j', (body, message) => {
    expect(() => read(body)).toThrow(message);
  });
});

it('takes what a rule of a contract has beside its name and its logic, without effect', () => {
  const body = { rules: [{ name: 'a', description: 'x', enabled: true, ignoredEntities: ['a'] }], asset: { a: null } };
  expect(checkerOf(RuleTrialDto).body(body)).toMatchObject({ asset: { a: null } });
});
