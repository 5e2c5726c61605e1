import { OPERATIONS, type AccessRule, type Actor, type AppError, type Operation } from '@app/common';

import { SHIPPED_ROLES } from '../shipped-roles';
import { AccessControl } from './access-control';
import { predicateHolds } from './condition';

const access = new AccessControl();
const MINE = { ownerIds: ['team-1'] };
const THEIRS = { ownerIds: ['team-2'] };

function actor(rules: AccessRule[] = [], more: Partial<Actor> = {}): Actor {
  return { name: 'ann', id: 'ann-id', isAdmin: false, ownerIds: new Set(['ann-id', 'team-1']), rules, ...more };
}

function rule(
  effect: 'allow' | 'deny',
  operations: AccessRule['operations'],
  more: Partial<AccessRule> = {},
): AccessRule {
  return { name: 'r', effect, operations, resources: ['All'], ...more };
}

function holderOf(role: string): Actor {
  const roles = ['DataConsumer', role].map((name) => SHIPPED_ROLES.find((each) => each.name === name)!);
  const operations = roles.flatMap((one) => one.operations);
  return actor([rule('allow', operations), ...roles.flatMap(({ furtherRules }) => furtherRules)]);
}

function refusal(ask: () => void): AppError {
  try {
    ask();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('it was allowed');
}

describe('shipped roles on a table that is not owned', () => {
  const views: Operation[] = ['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'];
  const edits: Operation[] = ['EditDescription', 'EditTags', 'EditOwners', 'EditLineage', 'EditTests'];
  const expected: Record<string, Operation[]> = {
    DataConsumer: views,
    DataSteward: [...views, ...edits, 'ValidateContract', 'ManageResults', 'CrawlData', 'CheckData'],
    Bot: [...views, 'Create', 'Delete', 'EditAll', ...edits, 'ManageResults', 'CrawlData', 'CheckData'],
    Admin: OPERATIONS.filter((each) => each !== 'ViewSecrets' && each !== 'ConnectData'),
  };

  for (const [role, allowed] of Object.entries(expected)) {
    it.each(OPERATIONS)(`${role}: %s`, (operation) => {
      expect(access.allows(holderOf(role), operation, 'table', THEIRS)).toBe(allowed.includes(operation));
    });
  }
});

describe('deletion', () => {
  it.each(['databaseService', 'apiService', 'domain', 'team', 'dataContract'])(
    'of a %s is for no bot, its owner or not',
    (type) => {
      for (const object of [MINE, THEIRS]) expect(access.allows(holderOf('Bot'), 'Delete', type, object)).toBe(false);
      expect(access.scope(holderOf('Bot'), 'Delete', type)).toBe('none');
    },
  );

  it('for good is for no bot, of what it owns neither; for owners and whoever may delete, unless a rule denies it', () => {
    expect(access.allows(holderOf('Bot'), 'HardDelete', 'table', MINE)).toBe(false);
    expect(access.allows(actor(), 'HardDelete', 'table', MINE)).toBe(true);
    expect(access.allows(actor([rule('allow', ['Delete'])]), 'HardDelete', 'table', THEIRS)).toBe(true);
    const softly = actor([rule('allow', ['Delete']), rule('deny', ['HardDelete'])]);
    expect(access.allows(softly, 'HardDelete', 'table', THEIRS)).toBe(false);
    expect(access.allows(softly, 'Delete', 'table', THEIRS)).toBe(true);
    expect(access.allows(actor([rule('deny', ['Delete'])]), 'HardDelete', 'table', MINE)).toBe(false);
  });
});

describe('what belongs to the administrators', () => {
  const everything = actor([rule('allow', ['All'])]);
  const writes = OPERATIONS.filter(
    (each) => !['ViewAll', 'ViewBasic', 'ViewSampleData', 'ViewSecrets', 'Search', 'ExportLineage'].includes(each),
  );

  it.each(['audit', 'user', 'role', 'policy', 'token', 'setting', 'subscription'])(
    '%s is written by nobody else',
    (resource) => {
      for (const operation of writes) {
        expect(access.allows(everything, operation, resource, MINE)).toBe(false);
        expect(access.allows(actor([], { isAdmin: true }), operation, resource)).toBe(true);
      }
    },
  );

  it('users, roles and policies are seen by all, secrets by nobody else', () => {
    const seen = ['audit', 'user', 'role', 'policy', 'token', 'setting', 'subscription'].filter((resource) =>
      access.allows(holderOf('DataConsumer'), 'ViewBasic', resource),
    );
    expect(seen).toEqual(['user', 'role', 'policy']);
  });

  it('the audit is read by who has a rule that names it, and by no rule on everything', () => {
    const sees = (...rules: AccessRule[]): boolean => access.allows(actor(rules), 'ViewAll', 'audit');
    const named = rule('allow', ['ViewAll'], { resources: ['audit'] });
    expect(sees(rule('allow', ['All']))).toBe(false);
    expect(sees(rule('allow', ['ViewAll'], { resources: ['All'] }))).toBe(false);
    expect(sees(rule('allow', ['ViewAll'], { resources: ['table'] }))).toBe(false);
    expect(sees(named)).toBe(true);
    expect(sees(named, rule('deny', ['ViewAll'], { resources: ['audit'] }))).toBe(false);
    expect(sees(named, rule('deny', ['All'], { resources: ['All'] }))).toBe(false);
    for (const operation of writes) expect(access.allows(actor([named]), operation, 'audit')).toBe(false);
  });

  it('everybody describes themselves, and nobody else', () => {
    expect(access.allows(actor(), 'EditDescription', 'user', { id: 'ann-id', ownerIds: [] })).toBe(true);
    expect(access.allows(actor(), 'EditDescription', 'user', { id: 'bob-id', ownerIds: [] })).toBe(false);
    expect(access.allows(actor(), 'EditDescription', 'user')).toBe(false);
    expect(access.allows(actor(), 'EditAll', 'user', { id: 'ann-id', ownerIds: [] })).toBe(false);
    expect(access.allows(actor(), 'EditDescription', 'role', { id: 'ann-id', ownerIds: [] })).toBe(false);
  });
});

describe('secrets', () => {
  const named = rule('allow', ['ViewSecrets'], { resources: ['databaseService'] });
  const seen = (rules: AccessRule[], more: Partial<Actor>, resource = 'databaseService'): boolean =>
    access.allows(actor(rules, more), 'ViewSecrets', resource, MINE);

  it('are for bots that a rule gives them to by name', () => {
    expect(seen([named], { isBot: true })).toBe(true);
    expect(seen([named], { isBot: true, isAdmin: true })).toBe(true);
    expect(seen([named], { isBot: true }, 'pipelineService')).toBe(false);
    expect(seen([rule('allow', ['All', 'EditAll', 'ViewAll'])], { isBot: true })).toBe(false);
    expect(seen([], { isBot: true, isAdmin: true })).toBe(false);
  });

  it('are for no person, administrators and owners neither', () => {
    for (const isAdmin of [false, true]) expect(seen([named], { isAdmin })).toBe(false);
  });

  it.each(['ViewSecrets', 'All'] as const)('are kept where a rule denies %s', (operation) => {
    expect(seen([named, rule('deny', [operation])], { isBot: true })).toBe(false);
  });
});

describe('where data is read', () => {
  const says = (rules: AccessRule[], more: Partial<Actor> = {}): boolean =>
    access.allows(actor(rules, more), 'ConnectData', 'databaseService', MINE);

  it('is said by administrators and whom a rule names for it: not by owners, nor by a rule on everything', () => {
    expect(says([], { isAdmin: true })).toBe(true);
    expect(says([rule('allow', ['ConnectData'])])).toBe(true);
    expect(says([rule('allow', ['All', 'EditAll'])])).toBe(false);
    expect(says([])).toBe(false);
    expect(says([rule('allow', ['ConnectData']), rule('deny', ['All'])])).toBe(false);
  });
});

describe('owners', () => {
  it.each(OPERATIONS)('%s on what they own, and on nothing else', (operation) => {
    const granted = ['EditAll', 'EditDescription', 'EditTags', 'EditOwners', 'EditTests', 'ValidateContract'];
    const ofAll = [...granted, 'ManageResults', 'CrawlData', 'CheckData', 'Delete', 'HardDelete', 'ViewSampleData'];
    const expected = ['Create', ...ofAll].includes(operation);
    expect(access.allows(actor(), operation, 'table', MINE)).toBe(ofAll.includes(operation));
    expect(access.allows(actor(), operation, 'dataContract', MINE)).toBe(expected);
    expect(access.allows(actor(), operation, 'dataContract', THEIRS)).toBe(false);
    expect(access.allows(actor(), operation, 'dataContract', { ownerIds: [] })).toBe(false);
    expect(access.scope(actor(), operation, 'dataContract')).toBe(expected ? 'some' : 'none');
  });
});

describe('contracts', () => {
  it.each<Operation>(['Create', 'EditAll', 'Delete'])(
    '%s: data stewards may on all, consumers on their own',
    (operation) => {
      expect(access.scope(holderOf('DataSteward'), operation, 'dataContract')).toBe('all');
      expect(access.scope(holderOf('DataConsumer'), operation, 'dataContract')).toBe('some');
      expect(access.scope(holderOf('DataSteward'), operation, 'table')).toBe(operation === 'Create' ? 'none' : 'some');
    },
  );

  it('are not created by owners where a rule denies it', () => {
    const ann = actor([rule('deny', ['Create'])]);
    expect(access.allows(ann, 'Create', 'dataContract', MINE)).toBe(false);
  });
});

describe('denials', () => {
  it('win over allowances, whatever their order, and over ownership', () => {
    const rules = [rule('allow', ['All']), rule('deny', ['Delete']), rule('allow', ['Delete'])];
    expect(access.allows(actor(rules), 'Delete', 'table', MINE)).toBe(false);
    expect(access.allows(actor(rules), 'Create', 'table')).toBe(true);
    expect(access.scope(actor(rules), 'Delete', 'table')).toBe('none');
  });

  it('of EditAll are denials of every edit, of one edit only of that', () => {
    const all = actor([rule('allow', ['All']), rule('deny', ['EditAll'])]);
    const one = actor([rule('allow', ['All']), rule('deny', ['EditTags'])]);
    expect(access.allows(all, 'EditTags', 'table')).toBe(false);
    expect([access.allows(one, 'EditTags', 'table'), access.allows(one, 'EditAll', 'table')]).toEqual([false, true]);
  });

  it('do not bind an administrator', () => {
    expect(access.allows(actor([rule('deny', ['All'])], { isAdmin: true }), 'Delete', 'user')).toBe(true);
  });

  it('hold for their resource only', () => {
    const rules = [rule('allow', ['All']), rule('deny', ['All'], { resources: ['topic'] })];
    expect([
      access.allows(actor(rules), 'ViewBasic', 'topic'),
      access.allows(actor(rules), 'ViewBasic', 'table'),
    ]).toEqual([false, true]);
  });
});

describe('conditions', () => {
  const viewOwn = rule('allow', ['ViewAll'], { condition: 'isOwner()' });
  const hideOthers = rule('deny', ['ViewAll'], { condition: '!isOwner() && !noOwner()' });

  it('make an allowance hold for some objects', () => {
    const ann = actor([viewOwn]);
    expect(access.scope(ann, 'ViewBasic', 'table')).toBe('some');
    expect(access.allows(ann, 'ViewBasic', 'table', MINE)).toBe(true);
    expect(access.allows(ann, 'ViewBasic', 'table', THEIRS)).toBe(false);
  });

  it('make a denial hide some objects', () => {
    const ann = actor([rule('allow', ['ViewAll']), hideOthers]);
    expect(access.scope(ann, 'ViewBasic', 'table')).toBe('some');
    expect([MINE, THEIRS, { ownerIds: [] }].map((object) => access.allows(ann, 'ViewBasic', 'table', object))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('that cannot be decided allow nothing and deny all', () => {
    const unknown = { condition: "matchAnyTag('PII.Sensitive')" };
    expect(access.allows(actor([rule('allow', ['All'], unknown)]), 'Create', 'table', MINE)).toBe(false);
    const denied = actor([rule('allow', ['All']), rule('deny', ['All'], unknown)]);
    expect(access.allows(denied, 'Create', 'table', MINE)).toBe(false);
    expect(access.scope(denied, 'Create', 'table')).toBe('some');
  });
});

describe('refusals', () => {
  it('list every operation that lacks, each once', () => {
    const steward = actor([rule('allow', ['EditTags'])]);
    const error = refusal(() => access.require(steward, ['EditTags', 'EditAll', 'Create', 'Create'], 'table', THEIRS));
    expect([error.code, error.message]).toEqual([
      'FORBIDDEN',
      'Principal ann is not allowed: operations [EditAll, Create] on table',
    ]);
  });

  it('come before the object is known where no object could be granted', () => {
    const error = refusal(() => access.requireAnyObject(actor(), 'Create', 'table'));
    expect(error.message).toBe('Principal ann is not allowed: operations [Create] on table');
    expect(() => access.requireAnyObject(actor(), 'EditAll', 'table')).not.toThrow();
    expect(() => access.requireAnyObject(actor(), 'EditDescription', 'user')).not.toThrow();
    expect(refusal(() => access.requireAnyObject(actor(), 'EditAll', 'user')).code).toBe('FORBIDDEN');
  });
});

describe('viewable', () => {
  const conditions = [undefined, 'isOwner()', '!isOwner()', 'noOwner() || isOwner()', 'matchAllTags()'];
  const rules = conditions.flatMap((condition) =>
    (['allow', 'deny'] as const).map((effect) => rule(effect, ['ViewAll'], { condition })),
  );
  const pairs = rules.flatMap((first) => rules.map((second) => [first, second]));

  it.each(pairs)('says of each object what allows says: %j %j', (first, second) => {
    const asking = actor([first, second]);
    const predicate = access.viewable(asking, 'table');
    for (const object of [MINE, THEIRS, { ownerIds: [] }])
      expect(predicateHolds(predicate, asking, object)).toBe(access.allows(asking, 'ViewBasic', 'table', object));
  });

  it.each([
    [[], { is: 'never' }],
    [[rule('allow', ['ViewBasic'])], { is: 'always' }],
    [[rule('allow', ['All']), rule('deny', ['ViewBasic'])], { is: 'never' }],
  ])('is a constant where no object differs: %j', (given, expected) => {
    expect(access.viewable(actor(given), 'table')).toEqual(expected);
  });
});
