import type { RestClient } from '../../support/rest-client';
import type { Json, Operation } from './operation';

interface Known {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

const ROOT = '/api/v1';
/** One of those that the example of a table has. */
const PROFILED_COLUMN = 'order_id';
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** One object of each collection, made of the examples that the document shows; what paths name is taken from it. */
export class World {
  private constructor(private readonly known: ReadonlyMap<string, Known>) {}

  /** What rests on others is made once they are there. */
  static async make(admin: RestClient, operations: readonly Operation[]): Promise<World> {
    const known = new Map<string, Known>();
    let waiting = operations.filter(({ method, path }) => method === 'POST' && isCollection(path, operations));
    for (let before = Infinity; waiting.length > 0 && waiting.length < before;) {
      before = waiting.length;
      for (const operation of waiting) await create(admin, operation, known);
      waiting = waiting.filter(({ path }) => !known.has(path));
    }
    return new World(known);
  }

  /** Collections that have an object. */
  get collections(): readonly string[] {
    return [...this.known.keys()];
  }

  /** The path of an operation with what it names in the place of its parameters. */
  pathOf({ path, parameters }: Operation): string {
    const own = [...this.known].filter(([collection]) => path.startsWith(`${collection}/`));
    const [, object] = own.sort(([a], [b]) => b.length - a.length)[0] ?? [];
    const fallback = object ?? this.known.get(`${ROOT}/tables`);
    const column = path.endsWith('/columnProfile') ? `.${PROFILED_COLUMN}` : '';
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
      if (schema?.enum) return String(schema.enum[0]);
      if (/^fqn$|Fqn$/.test(name)) return encodeURIComponent(`${fallback?.fullyQualifiedName ?? 'a'}${column}`);
      if (schema?.type === 'integer') return '1';
      if (/^(id|from|to)$/.test(name)) return fallback?.id ?? NOBODY;
      return schema?.format === 'uuid' ? NOBODY : 'table';
    });
  }
}

export function isCollection(path: string, operations: readonly Operation[]): boolean {
  return operations.some((other) => other.method === 'GET' && other.path === `${path}/{id}`);
}

async function create(admin: RestClient, { path, body }: Operation, known: Map<string, Known>): Promise<void> {
  const answer = await admin.post<Known>(path.slice(ROOT.length), exampleOf(body['application/json']));
  if (answer.status < 300) known.set(path, answer.body);
}

/** What the document shows as a body: of the media type itself. */
export function exampleOf(media: Operation['body'][string] | undefined): Json {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? {};
}
