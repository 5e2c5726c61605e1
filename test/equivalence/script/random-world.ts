import type { Random } from '../../structure/random';
import { Steps, type Caller } from './step';

/** What a session has made, by the name under which the answer is saved. */
export interface Made {
  readonly name: string;
  readonly kind: Kind;
  /** Where it lies, for bodies of a PUT. */
  readonly place: Readonly<Record<string, unknown>>;
  /** Name of the entity, as it was made. */
  readonly called: string;
}

export interface Kind {
  readonly type: string;
  readonly path: string;
  /** The member that names where it lies, and the kind that it lies in. */
  readonly in?: readonly [member: string, kind: string];
  readonly body: Readonly<Record<string, unknown>>;
  readonly isAsset?: true;
}

export const KINDS: readonly Kind[] = [
  { type: 'databaseService', path: '/services/databaseServices', body: { serviceType: 'Postgres' } },
  { type: 'database', path: '/databases', in: ['service', 'databaseService'], body: {} },
  { type: 'databaseSchema', path: '/databaseSchemas', in: ['database', 'database'], body: {} },
  ...Array.from({ length: 4 }, (): Kind => TABLE()),
  { type: 'storageService', path: '/services/storageServices', body: { serviceType: 'S3' } },
  { type: 'container', path: '/containers', in: ['service', 'storageService'], body: {}, isAsset: true },
  { type: 'domain', path: '/domains', body: { domainType: 'Aggregate', description: 'of a session' } },
  { type: 'glossary', path: '/glossaries', body: { description: 'of a session' } },
  { type: 'glossaryTerm', path: '/glossaryTerms', in: ['glossary', 'glossary'], body: { description: 'of a session' } },
  { type: 'classification', path: '/classifications', body: { description: 'of a session' } },
  { type: 'tag', path: '/tags', in: ['classification', 'classification'], body: { description: 'of a session' } },
];

function TABLE(): Kind {
  const columns = [
    { name: 'id', dataType: 'INT' },
    { name: 'sum', dataType: 'DECIMAL', description: 'what it costs' },
  ];
  return { type: 'table', path: '/tables', in: ['databaseSchema', 'databaseSchema'], body: { columns }, isAsset: true };
}

export const WORDS = ['heron', 'egret', 'plover', 'tern', 'wren', 'lapwing'];
const CALLERS: readonly Caller[] = ['admin', 'admin', 'admin', 'admin', 'viewer', 'consumer', 'steward', 'nobody'];

/** What a session knows of what it has made, and how it chooses. */
export class RandomWorld {
  readonly steps = new Steps();
  protected readonly made: Made[] = [];
  protected count = 0;

  constructor(
    protected readonly random: Random,
    protected readonly prefix: string,
  ) {}

  /** Something that the session has made; whether it is still there shows. */
  protected some(fits: (one: Made) => boolean = () => true): Made {
    return this.random.of(this.made.filter(fits))!;
  }

  protected asset(): Made {
    return this.some(({ kind }) => kind.isAsset === true);
  }

  protected endOf({ name, kind }: Made): object {
    return { type: kind.type, id: `{{${name}.id}}` };
  }

  protected placeOf(kind: Kind): Readonly<Record<string, unknown>> | undefined {
    if (!kind.in) return {};
    const [member, type] = kind.in;
    const parents = this.made.filter((one) => one.kind.type === type);
    const parent = this.random.of(parents);
    return parent && { [member]: `{{${parent.name}.fullyQualifiedName}}` };
  }

  protected filterBy(place: Readonly<Record<string, unknown>>): string {
    return String(Object.values(place)[0]);
  }

  protected word(kind: string): string {
    return `${this.prefix}${kind.slice(0, 2)}${this.random.below(4)}_${this.random.of(WORDS)}`;
  }

  protected maybe(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return this.random.next() < 0.5 ? members : {};
  }

  protected caller(): Caller {
    return this.random.of(CALLERS)!;
  }
}
