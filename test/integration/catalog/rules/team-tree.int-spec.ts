import { ADMIN, CatalogFixture, failure, typeNamed, type Document } from '../catalog.fixture';

describe('the tree of teams', () => {
  let catalog: CatalogFixture;
  let top: Document;
  let middle: Document;
  let bottom: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    top = await catalog.make('team');
    middle = await catalog.make('team', { parents: [top.id] });
    bottom = await catalog.make('team', { parents: [middle.id] });
  });

  afterAll(() => catalog.close());

  const add = (team: Document, relation: string, other: Document): Promise<unknown> =>
    catalog.writer.patch(ADMIN, typeNamed('team'), { id: team.id }, [
      { op: 'add', path: `/${relation}`, value: [{ id: other.id, type: 'team' }] },
    ]);

  it.each<[string, () => [Document, string, Document]]>([
    ['its own parent', () => [top, 'parents', top]],
    ['below a child of its child', () => [top, 'parents', bottom]],
    ['above the parent of its parent', () => [bottom, 'children', top]],
  ])('has no team that is %s', async (_, way) => {
    const [team, relation, other] = way();
    expect(await failure(add(team, relation, other))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'parents', message: `and children would put the team ${team.name} above itself` }],
    });
  });

  it('stays a tree where two teams are put below each other at once', async () => {
    const [one, other] = [await catalog.make('team'), await catalog.make('team')];
    const outcomes = await Promise.allSettled([add(one, 'parents', other), add(other, 'parents', one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
