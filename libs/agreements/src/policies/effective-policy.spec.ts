import { DEFAULT_CHANGE, isAsStrict, NO_POLICY, periodFault, type ChangeRules } from './contract-policy';
import { effectivePolicy, type ScopedPolicy } from './effective-policy';

const change = (mode: ChangeRules['mode'], more: Partial<ChangeRules> = {}): ChangeRules => ({
  mode,
  ...DEFAULT_CHANGE,
  ...more,
});
const LEVELS = { contract: 0, product: 1, tag: 2, domain: 3, all: 4 };

function policy(
  level: keyof typeof LEVELS,
  rules: ChangeRules | undefined,
  { name = 'x', distance = 0, isManaged = true, incidents = NO_POLICY.incidents as never as undefined | object } = {},
): ScopedPolicy {
  const source =
    level === 'all'
      ? { type: 'all' as const }
      : { id: name, type: level, name, fullyQualifiedName: name, deleted: false };
  const sections = { ...(rules ? { change: rules } : { incidents: incidents as never }) };
  return { level: LEVELS[level], distance, source, sections, isManaged };
}

const modeOf = (...policies: ScopedPolicy[]) => {
  const { mode, source } = effectivePolicy(policies).change;
  return [mode, 'name' in source ? source.name : source.type];
};

describe('the policy that holds for a contract', () => {
  it('is none where there is none: nothing is governed', () => {
    const { change: rules, incidents, learned } = effectivePolicy([]);
    expect(rules).toEqual({ ...NO_POLICY.change, source: { type: 'default' } });
    expect(incidents).toMatchObject({ open: false, source: { type: 'default' } });
    expect(learned).toMatchObject({ freshness: 'off', volume: 'off', source: { type: 'default' } });
  });

  it.each<[string, ScopedPolicy[], [string, string]]>([
    [
      'the contract before all',
      [policy('all', change('consented')), policy('contract', change('open'), { name: 'c' })],
      ['open', 'c'],
    ],
    [
      'a product before a tag',
      [policy('tag', change('open')), policy('product', change('reviewed'), { name: 'p' })],
      ['reviewed', 'p'],
    ],
    [
      'a tag before a domain',
      [policy('domain', change('consented')), policy('tag', change('open'), { name: 't' })],
      ['open', 't'],
    ],
    [
      'the nearer domain',
      [policy('domain', change('consented'), { distance: 1 }), policy('domain', change('open'), { name: 'd' })],
      ['open', 'd'],
    ],
    ['all before none', [policy('all', change('reviewed'))], ['reviewed', 'all']],
    [
      'of two tags the stricter',
      [policy('tag', change('reviewed'), { name: 'a' }), policy('tag', change('consented'), { name: 'b' })],
      ['consented', 'b'],
    ],
    [
      'of two as strict the smaller name',
      [policy('tag', change('reviewed'), { name: 'b' }), policy('tag', change('reviewed'), { name: 'a' })],
      ['reviewed', 'a'],
    ],
  ])('is that of %s', (_, policies, expected) => {
    expect(modeOf(...policies)).toEqual(expected);
    expect(modeOf(...policies.toReversed())).toEqual(expected);
  });

  it('is found section by section, each as a whole', () => {
    const policies = [
      policy('contract', change('consented')),
      policy('domain', undefined, { name: 'd', incidents: { ...NO_POLICY.incidents, open: true } }),
      policy('all', change('reviewed', { consentPeriod: 'P3D' })),
    ];
    const { change: rules, incidents } = effectivePolicy(policies);
    expect(rules).toMatchObject({ mode: 'consented', consentPeriod: 'P30D' });
    expect(incidents).toMatchObject({ open: true, source: { name: 'd' } });
  });

  it('counts what owners wrote only where it loosens nothing', () => {
    const own = (mode: ChangeRules['mode'], more?: Partial<ChangeRules>) =>
      policy('domain', change(mode, more), { name: 'own', isManaged: false });
    const all = policy('all', change('consented'));
    expect(modeOf(own('open'), all)).toEqual(['consented', 'all']);
    expect(modeOf(own('reviewed'), all)).toEqual(['consented', 'all']);
    expect(modeOf(own('consented', { atDeadline: 'apply' }), all)).toEqual(['consented', 'all']);
    expect(modeOf(own('consented', { consentPeriod: 'PT1S' }), all)).toEqual(['consented', 'all']);
    expect(modeOf(own('consented', { consentPeriod: 'P60D', atDeadline: 'reject' }), all)).toEqual([
      'consented',
      'own',
    ]);
    expect(modeOf(own('reviewed'), policy('all', change('open')))).toEqual(['reviewed', 'own']);
    expect(modeOf(own('open'))).toEqual(['open', 'own']);
    const beside = policy('domain', change('consented'), { name: 'managed' });
    expect(modeOf(own('reviewed'), beside)).toEqual(['consented', 'managed']);
  });
});

describe('rules of change', () => {
  it('are as strict where no member gives consumers less', () => {
    expect(isAsStrict(change('reviewed'), change('open'))).toBe(true);
    expect(isAsStrict(change('open'), change('reviewed'))).toBe(false);
    expect(isAsStrict(change('reviewed', { consentPeriod: 'PT1S' }), change('reviewed'))).toBe(true);
    expect(isAsStrict(change('consented', { sunsetNotice: 'P29D' }), change('consented'))).toBe(false);
    expect(isAsStrict(change('consented', { mostExtension: 'PT720H' }), change('consented'))).toBe(true);
  });

  it.each([
    ...[
      ['PT1S', true],
      ['P366D', true],
      ['P1W', true],
      ['PT0.5S', false],
      ['PT0S', false],
      ['P367D', false],
    ],
    ...[
      ['P1M', false],
      ['P1Y', false],
      ['-P1D', false],
      ['', false],
      [5, false],
      [null, false],
    ],
  ] as [unknown, boolean][])('have the period %p: %s', (period, isRight) => {
    expect(periodFault(period) === undefined).toBe(isRight);
  });
});
