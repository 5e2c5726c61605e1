import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityType } from './entity-type';

const TYPE_FILE = /\.type\.(js|ts)$/;

/**
 * All types of the catalog by name: every file `types/…/*.type` found at start-up, so that a new type needs only a new file.
 * Libraries that depend on the catalog add theirs with `register`.
 */
class EntityTypes {
  private readonly byType = new Map<string, EntityType>();

  constructor(folder: string) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => TYPE_FILE.test(file));
    for (const file of files.sort()) {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files are not known at compile time
      this.register((require(join(folder, file)) as { entityType: EntityType }).entityType);
    }
  }

  register(entityType: EntityType): void {
    if (this.byType.has(entityType.type)) throw new Error(`The entity type ${entityType.type} is declared twice`);
    this.byType.set(entityType.type, entityType);
  }

  all(): EntityType[] {
    return [...this.byType.values()];
  }

  /** Ordered by code point. */
  names(): string[] {
    return [...this.byType.keys()].sort();
  }

  get(type: string): EntityType {
    const found = this.byType.get(type);
    if (!found) throw new Error(`There is no entity type ${type}`);
    return found;
  }

  find(type: string): EntityType | undefined {
    return this.byType.get(type);
  }
}

export const entityTypes = new EntityTypes(join(__dirname, '..', 'types'));
