import { entityTypes } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { ContractsModule, RuleSyntax } from '@app/contracts';
import { ruleFault } from '@app/validation';
import { actorOf, CatalogFixture, mayDo, newName, typeNamed, type Document } from '../catalog.fixture';

/** Of types whose entities can have owners, so that some are hidden and others are not. */
const TYPES = entityTypes.all().flatMap(({ type, relations }) => (relations.owners ? [type] : []));

describe('the name of something hidden, put by somebody', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let other: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(ContractsModule);
    catalog.part(RuleSyntax).register(ruleFault);
    user = await catalog.make('user');
    other = await catalog.make('user');
  });

  afterAll(() => catalog.close());

  const hides = (type: string): AccessRule => ({
    ...{ name: 'hides', effect: 'deny', operations: ['ViewAll'], resources: [type] },
    condition: '!isOwner() && !noOwner()',
  });

  /** What a PUT, one in bulk and a precondition are answered, without the name. */
  async function answers(actor: Actor, type: string, body: Record<string, unknown>): Promise<string[]> {
    const entityType = typeNamed(type);
    const puts = [{}, { precondition: [7.7] }].map((options) =>
      catalog.writer.put(actor, entityType, body, options).then(
        ({ created }) => `created ${created}`,
        ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
      ),
    );
    const rows = await catalog.bulk.put(actor, entityType, [body], { dryRun: true });
    const [row] = rows.map((outcome) => ('error' in outcome ? outcome.error : outcome)) as {
      code?: string;
      message?: string;
    }[];
    const told = [...(await Promise.all(puts)), `${row?.code} ${row?.message}`];
    return told.map((text) => text.replaceAll(String(body.name), '<name>'));
  }

  describe.each(TYPES)('%s', (type) => {
    let there: Record<string, unknown>;

    beforeAll(async () => {
      there = await catalog.body(type);
      await catalog.create(type, { ...there, owners: [other.id] });
    });

    it.each<[string, AccessRule[]]>([
      ['may only read', []],
      ['may change and not create', [mayDo(['EditAll'])]],
      ['may not read any of the type', [{ ...hides(type), condition: undefined }]],
    ])('who %s is told what a free name is', async (_who, further) => {
      const actor = actorOf(user, ...further, hides(type));
      const told = await answers(actor, type, there);
      expect(told).toEqual(await answers(actor, type, { ...there, name: newName('free') }));
      const refused = `FORBIDDEN Principal ${user.name} is not allowed: operations [Create] on ${type}`;
      expect(told).toEqual(told.map(() => refused));
    });

    it('who may create is told that it is taken', async () => {
      // Only administrators make these, from whom nothing is hidden.
      if (type === 'policy') return;
      const actor = actorOf(user, mayDo(['All']), hides(type));
      const told = await answers(actor, type, there);
      expect(told).toEqual(told.map(() => expect.stringMatching(/^CONFLICT .*<name>"? already exists$/)));
    });
  });
});
