import fc from 'fast-check';
import { type AnsweredContract, effectiveContract, inheritedContract } from './effective-contract';

const rule = (name: string, more: object = {}) => ({ name, rule: { '!!': { var: name } }, enabled: true, ...more });
const own = (more: object = {}): AnsweredContract => ({ id: 'own', name: 'own', entityStatus: 'Active', ...more });
const ofProduct = (more: object = {}): AnsweredContract => ({
  id: 'product',
  name: 'product',
  entityStatus: 'Active',
  ...more,
});

describe('a contract with what it inherits', () => {
  it.each<[string, object, object, object]>([
    ['nothing to inherit', {}, {}, {}],
    ['terms of use', {}, { termsOfUse: 'no resale' }, { termsOfUse: 'no resale' }],
    ['own terms of use win', { termsOfUse: 'mine' }, { termsOfUse: 'theirs' }, { termsOfUse: 'mine' }],
    ['own terms that are empty are terms', { termsOfUse: '' }, { termsOfUse: 'theirs' }, { termsOfUse: '' }],
    ['an SLA', {}, { sla: { availability: 99 } }, { sla: { availability: 99, inherited: true } }],
    [
      'an own SLA wins as a whole: no target of the other is mixed in',
      { sla: { refreshFrequency: 'P1D' } },
      { sla: { refreshFrequency: 'PT1H', availability: 99 } },
      { sla: { refreshFrequency: 'P1D' } },
    ],
    ['an own SLA without a target', { sla: {} }, { sla: { availability: 99 } }, { sla: {} }],
    [
      'security',
      {},
      { security: { dataClassification: 'PII', policies: [{ accessPolicy: 'read' }] } },
      { security: { dataClassification: 'PII', policies: [{ accessPolicy: 'read' }], inherited: true } },
    ],
    [
      'own security wins as a whole',
      { security: { dataClassification: 'Public' } },
      { security: { dataClassification: 'PII', policies: [{}] } },
      { security: { dataClassification: 'Public' } },
    ],
    [
      'each part by itself',
      { sla: { availability: 1 } },
      { sla: { availability: 2 }, termsOfUse: 't', security: {} },
      { sla: { availability: 1 }, termsOfUse: 't', security: { inherited: true } },
    ],
    ['an own rule', { semantics: [rule('a')] }, {}, { semantics: [rule('a')] }],
    ['an inherited rule', {}, { semantics: [rule('a')] }, { semantics: [rule('a', { inherited: true })] }],
    [
      'inherited rules come first, each list in its order',
      { semantics: [rule('d'), rule('c')] },
      { semantics: [rule('b'), rule('a')] },
      { semantics: [rule('b', { inherited: true }), rule('a', { inherited: true }), rule('d'), rule('c')] },
    ],
    [
      'an own rule wins over one of its name',
      { semantics: [rule('a', { rule: 1 })] },
      { semantics: [rule('b'), rule('a', { rule: 2 })] },
      { semantics: [rule('b', { inherited: true }), rule('a', { rule: 1 })] },
    ],
    [
      'an own rule that is off turns the inherited one off',
      { semantics: [rule('a', { enabled: false })] },
      { semantics: [rule('a')] },
      { semantics: [rule('a', { enabled: false })] },
    ],
    [
      'names differ by letter case',
      { semantics: [rule('A')] },
      { semantics: [rule('a')] },
      { semantics: [rule('a', { inherited: true }), rule('A')] },
    ],
    ['no own rules are none', { semantics: [] }, {}, { semantics: [] }],
    ['no inherited rules are none', {}, { semantics: [] }, { semantics: [] }],
    ['never: schema', {}, { schema: [{ name: 'id' }] }, {}],
    ['never: quality', {}, { qualityExpectations: [{ id: 't' }], odcsQualityRules: [{ type: 'text' }] }, {}],
    ['never: status', { entityStatus: 'Draft' }, { entityStatus: 'Approved' }, { entityStatus: 'Draft' }],
    ['never: the latest result', {}, { latestResult: { status: 'Failed' } }, {}],
    [
      'never: what names the product’s contract',
      {},
      { displayName: 'd', description: 'd', version: 2, owners: [1] },
      {},
    ],
    ['never: dates and extension', {}, { effectiveFrom: '2026-01-01', extension: { schemaPolicy: {} } }, {}],
  ])('%s', (_what, ours, theirs, expected) => {
    expect(effectiveContract(own(ours), ofProduct(theirs))).toEqual(own(expected));
  });

  it('is no inherited contract', () => {
    expect(effectiveContract(own(), ofProduct({ sla: {} })).inherited).toBeUndefined();
  });

  it('changes neither of the two', () => {
    const [ours, theirs] = [
      own({ semantics: [rule('a')] }),
      ofProduct({ semantics: [rule('b')], sla: {}, security: {} }),
    ];
    const before = JSON.stringify([ours, theirs]);
    effectiveContract(ours, theirs);
    inheritedContract(theirs, { id: 'asset' });
    expect(JSON.stringify([ours, theirs])).toBe(before);
  });

  it('has each rule name once, all own rules as they are, and marks all that is not own', () => {
    const rules = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
      .chain((names) => fc.tuple(fc.constant(names), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })))
      .map(([names, on]) => names.map((name, i) => rule(name, { enabled: on[i] })));
    fc.assert(
      fc.property(rules, rules, (ours, theirs) => {
        const { semantics = [] } = effectiveContract(own({ semantics: ours }), ofProduct({ semantics: theirs }));
        const names = semantics.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(names)).toEqual(new Set([...ours, ...theirs].map(({ name }) => name)));
        expect(semantics.slice(semantics.length - ours.length)).toEqual(ours);
        expect(semantics.slice(0, semantics.length - ours.length).every(({ inherited }) => inherited === true)).toBe(
          true,
        );
      }),
    );
  });
});

describe('the contract of an asset that has none of its own', () => {
  const asset = { id: 'a', type: 'table', name: 'orders', fullyQualifiedName: 's.d.p.orders' };

  it('is that of the product, said of the asset', () => {
    const contract = ofProduct({
      fullyQualifiedName: 'p.dataContract_product',
      description: 'd',
      version: 1.2,
      entity: { id: 'p', type: 'dataProduct' },
      entityStatus: 'Approved',
      termsOfUse: 't',
      sla: { availability: 99 },
      security: { dataClassification: 'PII' },
      semantics: [rule('a')],
      schema: [{ name: 'id' }],
      qualityExpectations: [{ id: 't' }],
      odcsQualityRules: [{ type: 'text' }],
      latestResult: { status: 'Success' },
      owners: [{ id: 'u' }],
    });
    expect(inheritedContract(contract, asset)).toEqual({
      id: 'product',
      name: 'product',
      fullyQualifiedName: 'p.dataContract_product',
      description: 'd',
      version: 1.2,
      inherited: true,
      entity: asset,
      entityStatus: 'Draft',
      termsOfUse: 't',
      sla: { availability: 99, inherited: true },
      security: { dataClassification: 'PII', inherited: true },
      semantics: [rule('a', { inherited: true })],
      owners: [{ id: 'u' }],
    });
  });

  it('says of terms of use that they are inherited where it is asked', () => {
    const terms = { content: 'theirs', inherited: true };
    const theirs = ofProduct({ termsOfUse: 'theirs', sla: { availability: 99 } });
    const mark = { sla: { availability: 99, inherited: true } };
    expect(effectiveContract(own(), theirs, 'marked')).toEqual(own({ termsOfUse: terms, ...mark }));
    expect(effectiveContract(own({ termsOfUse: 'mine' }), theirs, 'marked').termsOfUse).toBe('mine');
    expect(inheritedContract(theirs, asset, 'marked')).toMatchObject({ termsOfUse: terms, ...mark });
  });

  it('has no part that the product’s contract lacks', () => {
    expect(inheritedContract(ofProduct(), asset)).toEqual({
      id: 'product',
      name: 'product',
      entity: asset,
      entityStatus: 'Draft',
      inherited: true,
    });
  });
});
