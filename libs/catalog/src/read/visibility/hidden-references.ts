import type { Actor } from '@app/common';
import { isUuid } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../queryable';
import { Visibility } from './visibility';
import type { Named } from './visibility';

/** What people and programs put there is theirs, whatever it looks like. */
const FREE = new Set(['extension', 'connection']);

/** Leaves out of documents what refers to entities that are hidden from the actor. */
@Injectable()
export class HiddenReferences {
  constructor(private readonly visibility: Visibility) {}

  /** The documents as JSON texts; as they came where nothing is hidden. One statement a type that hides some. */
  async strip(db: Queryable, actor: Actor, documents: readonly string[]): Promise<readonly string[]> {
    if (!this.visibility.hidesFrom(actor)) return documents;
    const parsed = documents.map((text) => JSON.parse(text) as Record<string, unknown>);
    const hidden = await this.visibility.hiddenOf(db, actor, parsed.flatMap(referencesIn));
    if (!hidden.size) return documents;
    return parsed.map((document) => JSON.stringify(membersWithout(document, hidden)));
  }
}

/** References anywhere below the members of a document. */
function referencesIn(document: Record<string, unknown>): Named[] {
  return Object.entries(document).flatMap(([name, value]) => (FREE.has(name) ? [] : referencesOf(value)));
}

function referencesOf(value: unknown): Named[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  return isReference(value) ? [value] : referencesIn(value as Record<string, unknown>);
}

function isReference(value: object): value is Named {
  const { id, type } = value as Partial<Named>;
  return typeof id === 'string' && isUuid(id) && typeof type === 'string';
}

function membersWithout(document: Record<string, unknown>, hidden: ReadonlySet<string>): Record<string, unknown> {
  const members = Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
    if (FREE.has(name)) return [[name, value]];
    return isHidden(value, hidden) ? [] : [[name, without(value, hidden)]];
  });
  return Object.fromEntries(members);
}

function without(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((one) => !isHidden(one, hidden)).map((one) => without(one, hidden));
  return membersWithout(value as Record<string, unknown>, hidden);
}

function isHidden(value: unknown, hidden: ReadonlySet<string>): boolean {
  return typeof value === 'object' && value !== null && isReference(value) && hidden.has(value.id);
}
