import { AccessControl } from '@app/auth';
import { badRequest, CursorCodec, invalidFields, isUuid, notFound } from '@app/common';
import type { Actor, Direction } from '@app/common';
import { Database } from '@app/database';
import type { Transaction } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { entityTypes } from '../definition/entity-types';
import { LINKS } from '../definition/links';
import type { Links } from '../definition/links';
import { inTransaction } from '../read/queryable';
import type { Queryable } from '../read/queryable';
import { readCustomProperty, redeclarationFault } from './custom-property';
import { CustomPropertyRepository } from './custom-property.repository';
import type { StoredProperty } from './custom-property.repository';
import { typeId } from './type-id';
import { VALUE_KINDS } from './value-kinds';

/** entity: the types of entities, which can have custom properties; field: the types of values that these can have. */
export type TypeCategory = 'entity' | 'field';

/** A type as it is answered. */
export interface MetadataType {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly description: string;
  readonly category: TypeCategory;
  readonly customProperties?: readonly object[];
  readonly [member: string]: unknown;
}

/** A page of the types of a category, in the order of their names. */
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

/** A change of properties is what administrators do with settings. */
const RESOURCE = 'setting';

/** The types of the catalog and the custom properties that they declare. */
@Injectable()
export class MetadataTypes {
  private readonly kindsById = new Map(Object.keys(VALUE_KINDS).map((kind) => [typeId(kind), kind]));

  constructor(
    private readonly database: Database,
    private readonly properties: CustomPropertyRepository,
    private readonly access: AccessControl,
    private readonly cursors: CursorCodec,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  /** @throws {AppError} BAD_REQUEST for a cursor of another list */
  async list({ category, limit, before, after }: TypeListRequest): Promise<TypeList> {
    if (before !== undefined && after !== undefined)
      throw badRequest('before and after cannot be given together; send one of them');
    const names = category === 'field' ? [...this.kindsById.values()].sort() : entityTypes.names();
    const scope = `metadata-types ${category}`;
    const place = (cursor: string): number => this.cursors.decode(cursor, scope).keys[0] as number;
    const to = before === undefined ? undefined : place(before);
    const from = to === undefined ? (after === undefined ? 0 : place(after)) : Math.max(0, to - limit);
    const end = Math.min(to ?? from + limit, names.length);
    const cursor = (at: number, direction: Direction): string => this.cursors.encode({ scope, keys: [at], direction });
    const paging = {
      total: names.length,
      ...(from > 0 && limit > 0 ? { before: cursor(from, 'before') } : {}),
      ...(end < names.length && limit > 0 ? { after: cursor(end, 'after') } : {}),
    };
    return { data: await this.several(category, names.slice(from, end)), paging };
  }

  /** @param key name or id @throws {AppError} NOT_FOUND */
  async get(key: string): Promise<MetadataType> {
    const name = this.nameOf(key);
    return name in VALUE_KINDS ? this.fieldType(name) : this.read(this.database, name);
  }

  /** Declares a property, or changes what is said of it. @throws {AppError} FORBIDDEN, NOT_FOUND, BAD_REQUEST */
  async putProperty(actor: Actor, key: string, body: unknown): Promise<MetadataType> {
    this.access.require(actor, ['EditAll'], RESOURCE);
    const type = this.entityTypeName(key);
    const property = readCustomProperty(body, (id) => this.kindsById.get(id));
    return this.database.queuedTransaction([`metadata type ${type}`], async (tx) => {
      const before = await this.lockedProperty(tx, type, property.name);
      const fault = before && redeclarationFault(before, property);
      if (fault) throw invalidFields([fault]);
      await this.properties.put(tx, type, property, actor.name);
      return this.read(inTransaction(tx), type);
    });
  }

  /** What entities hold under its name stays, unchecked from now on. @throws {AppError} FORBIDDEN, NOT_FOUND */
  async deleteProperty(actor: Actor, key: string, property: string): Promise<MetadataType> {
    this.access.require(actor, ['EditAll'], RESOURCE);
    const type = this.entityTypeName(key);
    return this.database.queuedTransaction([`metadata type ${type}`], async (tx) => {
      await this.properties.lock(tx, type);
      if (!(await this.properties.remove(tx, type, property))) throw notFound('customProperty', `${type}.${property}`);
      return this.read(inTransaction(tx), type);
    });
  }

  private async lockedProperty(tx: Transaction, type: string, name: string): Promise<StoredProperty | undefined> {
    await this.properties.lock(tx, type);
    const declared = await this.properties.ofTypes(inTransaction(tx), [type]);
    return declared.find((one) => one.name === name);
  }

  private async several(category: TypeCategory, names: readonly string[]): Promise<MetadataType[]> {
    if (category === 'field') return names.map((kind) => this.fieldType(kind));
    const declared = await this.properties.ofTypes(this.database, names);
    return names.map((name) =>
      this.entityType(
        name,
        declared.filter(({ type }) => type === name),
      ),
    );
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
    const changed = declared.reduce<StoredProperty | undefined>(
      (newest, one) => (newest && newest.updatedAt >= one.updatedAt ? newest : one),
      undefined,
    );
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

  private propertyJson({ name, displayName, description, kind, config }: StoredProperty): object {
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
