import { AccessControl } from '@app/auth';
import { groupBy, KeysetPages, invalidFields, isUuid, notFound, type Actor } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { LINKS, type Links } from '../definition/links';
import { inTransaction, type Queryable } from '../query/queryable';
import { readCustomProperty, redeclarationFault, type CustomProperty } from './custom-property';
import { CustomPropertyRepository, type StoredProperty } from './custom-property.repository';
import { VALUE_KINDS } from './value-kinds';
import { createHash } from 'node:crypto';

/** Types are declared in code and have no row: their ids are derived from their names, identical in every catalog. */
const NAMESPACE = 'metadata-catalog/type/';

/** A UUID of version 8 (RFC 9562), derived from a digest. */
export function typeId(name: string): string {
  const digest = createHash('sha256').update(NAMESPACE).update(name).digest();
  digest[6] = ((digest[6] as number) & 0x0f) | 0x80;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** entity: entity types, which can have custom properties; field: the value types of these properties. */
export type TypeCategory = 'entity' | 'field';

/** A type as returned by the API. */
export interface MetadataType {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly description: string;
  readonly category: TypeCategory;
  readonly customProperties?: readonly object[];
  readonly [member: string]: unknown;
}

/** A page of the types of a category, ordered by name. */
export interface TypeListRequest {
  readonly category: TypeCategory;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

export interface TypeList {
  readonly data: readonly MetadataType[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

/** Changing custom properties requires the administrator's permission on settings. */
const RESOURCE = 'setting';

/** The catalog's types and their declared custom properties. */
@Injectable()
export class MetadataTypes {
  private readonly kindsById = new Map(Object.keys(VALUE_KINDS).map((kind) => [typeId(kind), kind]));

  constructor(
    private readonly database: Database,
    private readonly properties: CustomPropertyRepository,
    private readonly access: AccessControl,
    private readonly pages: KeysetPages,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  /** @throws {AppError} BAD_REQUEST for a cursor of another list */
  async list(request: TypeListRequest): Promise<TypeList> {
    const { category, limit } = request;
    const names = category === 'field' ? [...this.kindsById.values()].sort() : entityTypes.names();
    const page = this.pages.open(`metadata-types ${category}`, request);
    const window = page.window(limit);
    const { from, to } = window;
    const paging = { total: names.length, ...page.windowNeighbours(window, names.length) };
    return { data: await this.several(category, names.slice(from, to)), paging };
  }

  /** @param key name or id @throws {AppError} NOT_FOUND */
  async get(key: string): Promise<MetadataType> {
    const name = this.nameOf(key);
    return name in VALUE_KINDS ? this.fieldType(name) : this.read(this.database, name);
  }

  /** Declares a property or changes its declaration. @throws {AppError} FORBIDDEN, NOT_FOUND, BAD_REQUEST */
  async putProperty(actor: Actor, key: string, body: unknown): Promise<MetadataType> {
    this.access.require(actor, ['EditAll'], RESOURCE);
    const property = readCustomProperty(body, (id) => this.kindsById.get(id));
    const type = this.entityTypeName(key);
    return this.database.queuedTransaction(
      [`metadata type ${type}`],
      async (tx) => {
        const before = await this.lockedProperty(tx, type, property.name);
        const fault = before && redeclarationFault(before, property);
        if (fault) throw invalidFields([fault]);
        await this.properties.put(tx, type, property, actor.name);
        await recordAction(tx, {
          action: 'customPropertySet',
          actor: actor.name,
          to: { type: RESOURCE, name: type },
          change: { property: { name: property.name } },
          ...(before && { before: this.propertyJson(before) }),
          after: this.propertyJson(property),
        });
        return this.read(inTransaction(tx), type);
      },
      actor.origin,
    );
  }

  /** Existing values under its name remain, no longer validated. @throws {AppError} FORBIDDEN, NOT_FOUND */
  async deleteProperty(actor: Actor, key: string, property: string): Promise<MetadataType> {
    this.access.require(actor, ['EditAll'], RESOURCE);
    const type = this.entityTypeName(key);
    return this.database.queuedTransaction(
      [`metadata type ${type}`],
      async (tx) => {
        const before = await this.lockedProperty(tx, type, property);
        if (!before) throw notFound('customProperty', `${type}.${property}`);
        await this.properties.remove(tx, type, property);
        await recordAction(tx, {
          action: 'customPropertyRemoved',
          actor: actor.name,
          to: { type: RESOURCE, name: type },
          change: { property: { name: property } },
          before: this.propertyJson(before),
        });
        return this.read(inTransaction(tx), type);
      },
      actor.origin,
    );
  }

  private async lockedProperty(tx: Transaction, type: string, name: string): Promise<StoredProperty | undefined> {
    await this.properties.lock(tx, type);
    const declared = await this.properties.ofTypes(inTransaction(tx), [type]);
    return declared.find((one) => one.name === name);
  }

  private async several(category: TypeCategory, names: readonly string[]): Promise<MetadataType[]> {
    if (category === 'field') return names.map((kind) => this.fieldType(kind));
    const declared = await this.properties.ofTypes(this.database, names);
    const byType = groupBy(declared, ({ type }) => type);
    return names.map((name) => this.entityType(name, byType.get(name) ?? []));
  }

  private async read(db: Queryable, type: string): Promise<MetadataType> {
    return this.entityType(type, await this.properties.ofTypes(db, [type]));
  }

  private nameOf(key: string): string {
    const names = [...entityTypes.names(), ...Object.keys(VALUE_KINDS)];
    const name = isUuid(key)
      ? names.find((one) => typeId(one) === key.toLowerCase())
      : names.find((one) => one === key);
    if (name === undefined) throw notFound('type', key);
    return name;
  }

  private entityTypeName(key: string): string {
    const name = this.nameOf(key);
    if (entityTypes.find(name)) return name;
    throw invalidFields([
      { field: 'type', message: `${name} is a type of values; entity types have custom properties` },
    ]);
  }

  private entityType(name: string, declared: readonly StoredProperty[]): MetadataType {
    const [changed] = declared.toSorted((one, other) => other.updatedAt - one.updatedAt);
    return {
      ...this.base(name, 'entity', entityTypes.get(name).description),
      ...(changed ? { updatedAt: changed.updatedAt, updatedBy: changed.updatedBy } : {}),
      customProperties: declared.map((one) => this.propertyJson(one)),
    };
  }

  private fieldType(kind: string): MetadataType {
    return this.base(kind, 'field', VALUE_KINDS[kind]?.description ?? '');
  }

  private base(name: string, category: TypeCategory, description: string): MetadataType {
    const id = typeId(name);
    const href = this.href(id);
    return {
      id,
      name,
      fullyQualifiedName: name,
      displayName: name,
      description,
      category,
      version: 0.1,
      href,
      deleted: false,
    };
  }

  private propertyJson({ name, displayName, description, kind, config }: CustomProperty): object {
    const id = typeId(kind);
    return {
      name,
      ...(displayName === undefined ? {} : { displayName }),
      description,
      propertyType: { id, type: 'type', name: kind, fullyQualifiedName: kind, href: this.href(id) },
      ...(config === undefined ? {} : { customPropertyConfig: { config } }),
    };
  }

  private href(id: string): string {
    return `${this.links.origin}/api/v1/metadata/types/${id}`;
  }
}
