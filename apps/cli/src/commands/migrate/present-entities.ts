import type { CatalogClient } from '../../connection/catalog-client';
import { isObject } from '../../document/document-file';
import { COPIED, type Document } from './collections';

const COLLECTIONS: ReadonlyMap<string, string> = new Map(COPIED.map(({ type, collection }) => [type, collection]));

interface Named {
  readonly type: string;
  readonly fqn: string;
}

/** Answers whether the catalog has an entity, by type and FQN; each is asked for once. */
export class PresentEntities {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly target: CatalogClient) {}

  /** Asks again for what was not there. */
  lookAgain(): void {
    for (const [key, isThere] of this.known) if (!isThere) this.known.delete(key);
  }

  /**
   * The body without references to entities and without labels that the catalog does not have.
   * @param missing called with each by the member of the body that it stood in
   */
  async within(body: Document, missing: (member: string, what: string) => void): Promise<Document> {
    const members = await Promise.all(
      Object.entries(body).map(async ([name, value]): Promise<[string, unknown][]> => {
        const left = await this.value(value, (what) => missing(name, what));
        return left === undefined ? [] : [[name, left]];
      }),
    );
    return Object.fromEntries(members.flat());
  }

  private async value(value: unknown, missing: (what: string) => void): Promise<unknown> {
    const named = namedBy(value);
    if (named && !(await this.has(named))) {
      missing(`${named.type} ${named.fqn} is not there`);
      return undefined;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const one of value) items.push(await this.value(one, missing));
      return items.filter((one) => one !== undefined);
    }
    return isObject(value) && !named ? this.within(value, (_, what) => missing(what)) : value;
  }

  private async has({ type, fqn }: Named): Promise<boolean> {
    const key = `${type} ${fqn}`;
    const collection = COLLECTIONS.get(type);
    if (collection === undefined) return false;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const path = `/${collection}/name/${encodeURIComponent(fqn)}`;
    const { status } = await this.target.send({ path, accept: [404], what: `Looking for the ${type} ${fqn}` });
    this.known.set(key, status < 400);
    return status < 400;
  }
}

/** The entity that a reference or a label names. */
function namedBy(value: unknown): Named | undefined {
  if (!isObject(value)) return undefined;
  const { type, fullyQualifiedName, tagFQN, source } = value;
  if (typeof tagFQN === 'string') return { type: source === 'Glossary' ? 'glossaryTerm' : 'tag', fqn: tagFQN };
  const isReference = Object.keys(value).length === 2 && typeof type === 'string';
  return isReference && typeof fullyQualifiedName === 'string' ? { type, fqn: fullyQualifiedName } : undefined;
}
