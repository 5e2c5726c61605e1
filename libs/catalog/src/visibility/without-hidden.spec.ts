import { nameKey } from './mentions';
import { withoutHidden } from './without-hidden';

const HIDDEN = '11111111-1111-4111-8111-111111111111';
const SEEN = '22222222-2222-4222-8222-222222222222';
const hidden = { id: HIDDEN, type: 'user', name: 'ann' };
const seen = { id: SEEN, type: 'user', name: 'bea' };
const secret = { tagFQN: 'PII.secret', source: 'Classification' };

const join = (fullyQualifiedName: string) => ({ fullyQualifiedName, joinCount: 2 });

const source = (fullyQualifiedName: string) => ({ name: 's', dataType: 'string', fullyQualifiedName });

const shown = (document: unknown, counts: Readonly<Record<string, number>> = {}): unknown =>
  withoutHidden(document, {
    hasId: (id) => id === HIDDEN,
    hasName: (...names) =>
      names.some((named) => ['tag PII.secret', 'user ann', 'table s.d.p.t'].includes(nameKey(named))),
    count: (id, name) => counts[`${id} ${name}`],
  });

describe('withoutHidden', () => {
  it.each<[string, unknown, unknown]>([
    ['a reference in a list', { owners: [hidden, seen] }, { owners: [seen] }],
    ['a single reference', { dashboard: hidden, name: 'x' }, { name: 'x' }],
    ['a reference at any depth', { a: [{ b: { c: [hidden] } }] }, { a: [{ b: { c: [] } }] }],
    ['an id without an object', { followers: [HIDDEN, SEEN] }, { followers: [SEEN] }],
    ['the first of the owners', { owners: [hidden, seen], owner: hidden }, { owners: [seen], owner: seen }],
    ['the only owner', { owners: [hidden], owner: hidden }, { owners: [] }],
    [
      'the reported state of a pipeline',
      { pipelineObservability: [{ pipeline: hidden, lastRunTime: 1 }, { pipeline: seen }] },
      { pipelineObservability: [{ pipeline: seen }] },
    ],
    [
      'a change of the reported state of a pipeline',
      { name: 'pipelineObservability', newValue: [{ pipeline: hidden, lastRunTime: 1 }] },
      { name: 'pipelineObservability', newValue: [] },
    ],
    ['a pipeline alone, elsewhere', { edges: [{ pipeline: hidden, sql: 'x' }] }, { edges: [{ sql: 'x' }] }],
    ['a label', { columns: [{ name: 'a', tags: [secret] }] }, { columns: [{ name: 'a', tags: [] }] }],
    ['who wrote last', { updatedBy: 'ann', name: 'ann' }, { name: 'ann' }],
    ['another one who wrote last', { updatedBy: 'bea' }, { updatedBy: 'bea' }],
    [
      'columns of a hidden table',
      { referredColumns: ['s.d.p.t.id', 's.d.p.u.id'] },
      { referredColumns: ['s.d.p.u.id'] },
    ],
    [
      'tables that a model is made of',
      { upstream: ['s.d.p.t', 's.d.p.u', 'model'] },
      { upstream: ['s.d.p.u', 'model'] },
    ],
    [
      'joins with a hidden table and its columns',
      { directTableJoins: [join('s.d.p.t'), join('s.d.p.u')], joinedWith: [join('s.d.p.t.id')] },
      { directTableJoins: [join('s.d.p.u')], joinedWith: [] },
    ],
    [
      'what features are taken from',
      { featureSources: [source('s.d.p.t'), source('s.d.p.t.id'), source('s.d.p.u.id')] },
      { featureSources: [source('s.d.p.u.id')] },
    ],
    [
      'what recognizers pass over',
      { exceptionList: [{ entityLink: '<#E::table::s.d.p.t::columns::id>' }, { entityLink: '<#E::table::s.d.p.u>' }] },
      { exceptionList: [{ entityLink: '<#E::table::s.d.p.u>' }] },
    ],
    ['who put a label', { tags: [{ tagFQN: 'PII.seen', appliedBy: 'ann' }] }, { tags: [{ tagFQN: 'PII.seen' }] }],
    ['a list that is never empty', { qualityExpectations: [hidden] }, {}],
    [
      'votes',
      { upVotes: 2, downVotes: 0, upVoters: [hidden, seen], downVoters: [] },
      { upVotes: 1, downVotes: 0, upVoters: [seen], downVoters: [] },
    ],
  ])('leaves out %s', (_, document, expected) => {
    expect(shown(document)).toEqual(expected);
  });

  it('keeps what people wrote themselves, but for references', () => {
    const extension = { updatedBy: 'ann', note: HIDDEN, link: hidden };
    expect(shown({ extension })).toEqual({ extension: { updatedBy: 'ann', note: HIDDEN } });
  });

  it.each<[string, object[], object[]]>([
    ['of nothing else', [{ name: 'owners', newValue: [hidden] }], []],
    ['from one to none', [{ name: 'owners', oldValue: [hidden], newValue: [] }], []],
    ['beside what stays', [{ name: 'owners', oldValue: [seen], newValue: [seen, hidden] }], []],
    [
      'and of something visible',
      [{ name: 'owners', newValue: [seen, hidden] }],
      [{ name: 'owners', newValue: [seen] }],
    ],
    ['of names alone', [{ name: 'associatedTags', newValue: ['PII.secret'] }], []],
    ['of names in a part', [{ name: 'model.x.upstream', oldValue: ['s.d.p.t', 's.d.p.u'], newValue: ['s.d.p.u'] }], []],
    [
      'of what people wrote',
      [{ name: 'extension', newValue: { updatedBy: 'ann', link: hidden } }],
      [{ name: 'extension', newValue: { updatedBy: 'ann' } }],
    ],
    ['that is empty by itself', [{ name: 'tags', newValue: [] }], [{ name: 'tags', newValue: [] }]],
  ])('a change %s', (_, fieldsAdded, expected) => {
    expect(shown({ changeDescription: { fieldsAdded } })).toEqual({ changeDescription: { fieldsAdded: expected } });
  });

  it('a change of which one side is hidden has added or deleted what is seen', () => {
    const description = (fieldsAdded: object[], fieldsUpdated: object[], fieldsDeleted: object[]): object => ({
      changeDescription: { fieldsAdded, fieldsUpdated, fieldsDeleted, previousVersion: 0.1 },
    });
    const [a, b, c] = [
      { name: 'owners' },
      { name: 'reviewers' },
      { name: 'description', oldValue: 'x', newValue: 'y' },
    ];
    const updated = [
      { ...a, oldValue: [hidden], newValue: [hidden, seen] },
      { ...b, oldValue: [hidden, seen], newValue: [hidden] },
      c,
      { name: 'unshown' },
    ];
    expect(shown(description([], updated, []))).toEqual(
      description([{ ...a, newValue: [seen] }], [c, { name: 'unshown' }], [{ ...b, oldValue: [seen] }]),
    );
  });

  it('numbers of others are those without hidden ones, and never greater than they were', () => {
    const document = { data: [{ id: SEEN, userCount: 3, childrenCount: 1 }] };
    expect(shown(document, { [`${SEEN} userCount`]: 1, [`${SEEN} childrenCount`]: 4 })).toEqual({
      data: [{ id: SEEN, userCount: 1, childrenCount: 1 }],
    });
  });
});
