import type { Asset } from '../../api/assets';
import { changesOf, draftOf } from './asset-draft';
import { patchOf, undoPatchOf } from './changes';
import { columnChangesOf, columnDraftOf } from './column-draft';

const TEAM = { id: 'a1', type: 'team', fullyQualifiedName: 'commerce' };
const TIER = { tagFQN: 'Tier.Tier1', source: 'Classification', labelType: 'Automated', state: 'Confirmed' };
const asset = {
  description: 'Orders',
  owners: [TEAM, { id: 'a2', type: 'user', fullyQualifiedName: 'ada', inherited: true }],
  tags: [TIER, { tagFQN: 'PII.None', source: 'Classification' }, { tagFQN: 'Shop.Order', source: 'Glossary' }],
  columns: [
    { name: 'id' },
    { name: 'delivery', children: [{ name: 'street' }, { name: 'city', description: 'City', tags: [TIER] }] },
  ],
} as unknown as Asset;
const begun = draftOf(asset);

describe('what an editor changes of an asset', () => {
  it('shows what is its own, by kind', () => {
    expect(begun).toMatchObject({ users: [], teams: ['commerce'], tier: 'Tier.Tier1', tags: ['PII.None'] });
    expect(begun.terms).toEqual(['Shop.Order']);
  });

  it('is nothing where nothing was entered', () => {
    for (const part of ['description', 'owners', 'tags', 'tier', 'domains', 'dataProducts'] as const)
      expect(changesOf(part, asset, begun)).toEqual([]);
  });

  it('keeps owners that stay by their id, names new ones, and leaves inherited ones out', () => {
    const changes = changesOf('owners', asset, { ...begun, users: ['eve'] });
    const [stays, comes] = [
      { id: 'a1', type: 'team' },
      { type: 'user', fullyQualifiedName: 'eve' },
    ];
    expect(patchOf(changes)).toEqual([{ op: 'add', path: '/owners', value: [comes, stays] }]);
    expect(undoPatchOf(changes)).toEqual([{ op: 'add', path: '/owners', value: [stays] }]);
  });

  it('takes a description away that is emptied, and takes one back that was not there', () => {
    const emptied = changesOf('description', asset, { ...begun, description: ' \n' });
    expect(patchOf(emptied)).toEqual([{ op: 'remove', path: '/description' }]);
    expect(undoPatchOf(emptied)).toEqual([{ op: 'add', path: '/description', value: 'Orders' }]);
    const none = { ...asset, description: undefined } as unknown as Asset;
    const written = changesOf('description', none, { ...begun, description: 'New' });
    expect(undoPatchOf(written)).toEqual([{ op: 'remove', path: '/description' }]);
  });

  it('changes the tier and leaves the other labels as they are', () => {
    const [change] = changesOf('tier', asset, { ...begun, tier: '', tags: ['Not.Saved'] });
    expect(change?.after).toEqual([asset.tags?.[1], asset.tags?.[2]]);
    const [tagged] = changesOf('tags', asset, { ...begun, tags: ['PII.High'], terms: [], tier: '' });
    expect(tagged?.after).toEqual([TIER, expect.objectContaining({ tagFQN: 'PII.High', labelType: 'Manual' })]);
  });
});

describe('what an editor changes of a column', () => {
  const path = ['delivery', 'city'];

  it('finds it by the names from the outermost inwards', () => {
    const draft = columnDraftOf(asset, path);
    expect(draft).toEqual({ description: 'City', tags: ['Tier.Tier1'], terms: [] });
    const changes = columnChangesOf(asset, path, { ...draft, description: 'Town', tags: [] });
    expect(patchOf(changes)).toEqual([
      { op: 'add', path: '/columns/1/children/1/description', value: 'Town' },
      { op: 'add', path: '/columns/1/children/1/tags', value: [] },
    ]);
  });

  it('changes nothing of a column that is there no more', () => {
    expect(columnChangesOf(asset, ['delivery', 'gone'], { description: 'x', tags: [], terms: [] })).toEqual([]);
  });
});
