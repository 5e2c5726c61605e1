import { fetchOpenApi } from '../support/openapi';
import { RunningService } from '../support/running-service';
import type { RestClient } from '../support/rest-client';
import type { Json, OpenApi } from './document';
import { documentedTypes, type DocumentedType, type ReferenceProperty } from './entity-types';
import { addFurtherRelations } from './further-relations';
import { moveAway, namings } from './names';
import { isHidden, Registry, type Part, type Thing } from './registry';

/** Stands in the name, the display name and the description of all that is hidden, and nowhere else: so long that no ETag has it by chance. */
export const MARKER = 'qzhiddenqz';
/** Stands in the values of what is hidden. */
export const MARKER_NUMBER = 7_654_321_987;

/** Owns all that is hidden; an administrator, so that it can also have changed what is visible. People have no owners: it is seen. */
const KEEPER = 'keeper';
/** From whom all that has other owners is hidden; it may do everything else. */
const VIEWER = 'viewer';

export const RULES = [
  { name: 'all', effect: 'allow', resources: ['All'], operations: ['All'] },
  {
    name: 'not of others',
    effect: 'deny',
    resources: ['All'],
    operations: ['ViewAll'],
    condition: '!isOwner() && !noOwner()',
  },
];

/** A service with an entity of each type, and, but in the twin, a hidden one of each type that the visible ones refer to. */
export class World {
  readonly things = new Registry();
  /** Values of path parameters that name no entity: a batch, a result. */
  readonly extras = new Map<string, string>();
  /** Relations that could not be made, with the reason. */
  readonly unmade: string[] = [];
  viewer!: RestClient;
  admin!: RestClient;
  keeper!: { readonly id: string };
  document!: OpenApi;
  types: readonly DocumentedType[] = [];

  private constructor(
    readonly service: RunningService,
    readonly hasHidden: boolean,
  ) {}

  /** @param hasHidden false: the twin, in which nothing is hidden because nothing of it is there */
  static async start(hasHidden: boolean): Promise<World> {
    const world = new World(await RunningService.start(), hasHidden);
    try {
      await world.fill();
    } catch (error) {
      await world.service.stop();
      throw error;
    }
    return world;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  private async fill(): Promise<void> {
    this.admin = await this.service.client();
    this.document = await fetchOpenApi<OpenApi>(this.service.baseUrl);
    // What is made for one entity alone comes when that is there.
    const types = documentedTypes(this.document);
    this.types = [...types.filter((type) => !claimedBy(type)), ...types.filter(claimedBy)];
    await this.makePlain();
    await this.admin.must('POST', '/policies', { name: 'viewerPolicy', rules: RULES });
    await this.admin.must('POST', '/roles', { name: 'viewerRole', policies: ['viewerPolicy'] });
    this.viewer = await this.service.client(VIEWER, 'viewerRole');
    const keeper = { name: KEEPER, email: `${KEEPER}@example.com`, isAdmin: true };
    this.keeper = await this.admin.must<{ id: string }>('POST', '/users', keeper);
    if (this.hasHidden) {
      await this.makeHidden();
      await this.makeBelow();
    }
    for (const type of this.types) await this.makeReferring(type);
    await this.changeReferring();
    await addFurtherRelations(this);
  }

  /** Whoever changed visible things last. */
  editor(): Promise<RestClient> {
    return this.service.client(KEEPER);
  }

  /** What a hidden thing is called in a request; in the twin nothing has that name or id. */
  asked(model: Thing): Thing {
    return this.hasHidden ? model : { ...model, id: absentId(model.id) };
  }

  private async make(part: Part, { type, collection }: DocumentedType, body: Json, by = this.admin): Promise<Thing> {
    const path = collection.replace('/api/v1', '');
    const made = await by.must<{ id: string; name: string; fullyQualifiedName: string }>('POST', path, body);
    const { id, name, fullyQualifiedName: fqn } = made;
    const thing = { type, part, id, name, fqn };
    this.things.add(thing);
    return thing;
  }

  /** Examples refer to each other: what fails waits until the others are there. */
  private async makePlain(): Promise<void> {
    let waiting = [...this.types];
    while (waiting.length) {
      const failures: string[] = [];
      const next: DocumentedType[] = [];
      for (const type of waiting) {
        await this.make('plain', type, type.example).catch((error: Error) => {
          next.push(type);
          failures.push(error.message);
        });
      }
      if (next.length === waiting.length) throw new Error(failures.join('\n'));
      waiting = next;
    }
  }

  private async makeHidden(): Promise<void> {
    const owners = [{ id: this.keeper.id, type: 'user' }];
    for (const type of this.types.filter(isOwned)) {
      const body = { ...this.bodyOf(type, 'hidden', `${MARKER}_${type.type}`), owners };
      await this.make('hidden', type, body);
    }
  }

  /** Of each type that can lie below another one, an entity of the viewer's own below what is hidden. */
  private async makeBelow(): Promise<void> {
    const viewer = await this.admin.must<{ id: string }>('GET', `/users/name/${VIEWER}`);
    const owners = [{ id: viewer.id, type: 'user' }];
    for (const type of this.types) {
      const body = { ...this.bodyOf(type, 'below', `${MARKER}_below_${type.type}`), owners };
      const path = type.collection.replace('/api/v1', '');
      for (const { place, fqn } of this.hiddenPlaces(type)) {
        const answer = await this.admin.post<{ id: string; name: string; fullyQualifiedName: string }>(path, {
          ...body,
          ...place,
        });
        if (answer.status !== 201) continue;
        const { id, name, fullyQualifiedName } = answer.body;
        if (fullyQualifiedName.startsWith(`${fqn}.`)) {
          this.things.add({ type: type.type, part: 'below', id, name, fqn: fullyQualifiedName });
          break;
        }
        await this.admin.must('DELETE', `${path}/${id}?hardDelete=true&recursive=true`);
      }
    }
  }

  /** Properties that can place an entity, each with something hidden. */
  private hiddenPlaces({ references, example }: DocumentedType): { place: Json; fqn: string }[] {
    const hidden = this.things.all('hidden');
    const named = references.filter(({ many }) => !many);
    const places = named.flatMap(({ name, types = [] }) =>
      hidden
        .filter(({ type }) => types.includes(type))
        .map(({ id, type, fqn }) => ({ place: { [name]: { id, type } }, fqn })),
    );
    const { fqn } = this.things.get('hidden', 'table');
    return typeof example.entityLink === 'string'
      ? [{ place: { entityLink: `<#E::table::${fqn}>` }, fqn }, ...places]
      : places;
  }

  /** The example under another name; one that is made for one entity alone is made for another one of these. */
  private bodyOf(type: DocumentedType, part: Part, name: string): Json {
    const text = isHidden(part) ? `${MARKER} words` : 'seen words';
    const own = { name, displayName: `${name} shown`, description: text };
    const addresses = Object.fromEntries(type.addresses.map((property) => [property, `${name}@example.com`]));
    const claimed = claimedBy(type);
    if (!claimed) return { ...type.example, ...own, ...addresses };
    const [first = '', second = ''] = claimed.types ?? [];
    const host = isHidden(part) ? this.things.get('plain', second) : this.things.get('referring', first);
    return { ...own, [claimed.name]: { id: host.id, type: host.type } };
  }

  private async makeReferring(type: DocumentedType): Promise<void> {
    const name = `seen_${type.type}`;
    const body = this.bodyOf(type, 'referring', name);
    const viewer = await this.admin.must<{ id: string }>('GET', `/users/name/${VIEWER}`);
    const owners = [{ id: viewer.id, type: 'user' }];
    const relations = this.hasHidden ? await this.relationsOf(type, body) : {};
    const labels = type.takesLabels ? { tags: this.hasHidden ? this.labels() : [] } : {};
    const hidden = (relations.owners as object[] | undefined) ?? [];
    await this.make(
      'referring',
      type,
      { ...body, ...relations, ...labels, owners: [...hidden, ...owners] },
      await this.editor(),
    );
  }

  private labels(): Json[] {
    return [
      { tagFQN: this.things.get('hidden', 'tag').fqn, source: 'Classification' },
      { tagFQN: this.things.get('hidden', 'glossaryTerm').fqn, source: 'Glossary' },
    ];
  }

  /** The hidden targets of each relation that can be made to them: each is tried on an entity that is removed again. */
  private async relationsOf(type: DocumentedType, body: Json): Promise<Json> {
    const targets = type.references.flatMap((reference): [string, unknown][] => {
      const value = this.hiddenTargets(reference, body);
      return value === undefined ? [] : [[reference.name, value]];
    });
    if ((await this.probe(type, { ...body, ...Object.fromEntries(targets) })) === undefined)
      return Object.fromEntries(targets);
    const made: Json = {};
    for (const [name, value] of targets) {
      const fault = await this.probe(type, { ...body, ...made, [name]: value });
      if (fault === undefined) made[name] = value;
      // It may be possible without the others.
      else if ((await this.probe(type, { ...body, [name]: value })) === undefined) continue;
      else if (fault !== 'parent') this.unmade.push(`${type.type}.${name}: ${fault}`);
    }
    return made;
  }

  private hiddenTargets({ name, many, types, required }: ReferenceProperty, body: Json): unknown {
    const hidden = [...this.things.all('hidden'), ...this.things.all('below')];
    const wanted = hidden.filter(({ type }) => !types || types.includes(type));
    const references = wanted.map(({ id, type }) => ({ id, type }));
    // What must be there stays, and a parent of its own is not given up.
    if (!many) return required ? undefined : references[0];
    return [...((body[name] as unknown[] | undefined) ?? []), ...references];
  }

  /** undefined where it works; `parent` where the entity would lie below what is hidden. */
  private async probe(type: DocumentedType, body: Json): Promise<string | undefined> {
    const path = type.collection.replace('/api/v1', '');
    const addresses = Object.fromEntries(type.addresses.map((property) => [property, 'probe@example.com']));
    const answer = await this.admin.post<{ id: string; fullyQualifiedName: string; message?: string }>(path, {
      ...body,
      name: 'probe',
      ...addresses,
    });
    // It is named after its parent, and there already.
    if (answer.status === 409 && answer.body.message?.includes(MARKER)) return 'parent';
    if (answer.status !== 201) return `${answer.status} ${answer.body.message}`;
    await this.admin.must('DELETE', `${path}/${answer.body.id}?hardDelete=true&recursive=true`);
    return answer.body.fullyQualifiedName.includes(MARKER) ? 'parent' : undefined;
  }

  /**
   * Versions of which the change description speaks of something hidden, by reference and by name, and one before them; those of what
   * belongs to a table are of a time when it lay in something hidden.
   */
  private async changeReferring(): Promise<void> {
    const reviewer = this.things.find('hidden', 'team');
    const hidden = reviewer
      ? [{ op: 'add', path: '/reviewers', value: [{ id: reviewer.id, type: reviewer.type }] }]
      : [{ op: 'add', path: '/reviewers', value: [] }];
    const editor = await this.editor();
    const home = await moveAway(this, editor);
    for (const { type, id } of this.things.all('referring')) {
      const { collection } = this.types.find((one) => one.type === type) as DocumentedType;
      const path = `${collection.replace('/api/v1', '')}/${id}`;
      const patch = [{ op: 'replace', path: '/description', value: 'seen and changed' }, ...hidden];
      await editor.must('PATCH', path, patch);
      for (const change of namings(this, type)) await editor.must('PATCH', path, change);
    }
    await home();
  }
}

/** Conditions of rules speak of owners: entities of other types are hidden all or none. */
export function isOwned({ references }: DocumentedType): boolean {
  return references.some(({ name }) => name === 'owners');
}

/** The reference to the one entity that it is made for, of which there may be no second one: a contract's. */
export function claimedBy({ references }: DocumentedType): ReferenceProperty | undefined {
  return references.find(({ required, many, types = [] }) => required && !many && types.length > 1);
}

/** An id that nothing has, the same for the same id. */
function absentId(id: string): string {
  return `00000000${id.slice(8)}`;
}
