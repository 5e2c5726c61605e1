import { AppError, invalidFields, notFound, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { inTransaction } from '../../query/queryable';
import { Visibility } from '../../visibility/visibility';
import { changedExtension, extensionFaults, type CustomProperty, type Extension } from '../../custom/custom-property';
import { CustomPropertyRepository } from '../../custom/custom-property.repository';
import type { JudgedBody } from '../../definition/entity-document';
import type { WriteContext } from '../entity-draft';

interface Named {
  readonly id: string;
  readonly type: string;
}

/** Kinds whose values are a reference or a list of references. */
const REFERENCES = new Set(['entityReference', 'entityReferenceList']);

/**
 * Validates extensions: values must match the kinds of the type's custom properties. Values written before a property was declared
 * are accepted, so that the entity remains editable.
 */
@Injectable()
export class ExtensionRules {
  constructor(
    private readonly properties: CustomPropertyRepository,
    private readonly visibility: Visibility,
  ) {}

  /** For each body undefined, or BAD_REQUEST or NOT_FOUND. At most two statements, none if no extension changed. */
  async faults(context: WriteContext, bodies: readonly JudgedBody[]): Promise<(AppError | undefined)[]> {
    const { tx, actor, entityType } = context;
    const changes = bodies.map(changedExtension);
    if (!changes.some((members) => Object.keys(members).length)) return bodies.map(() => undefined);
    const declared = await this.properties.ofTypes(inTransaction(tx), [entityType.type]);
    if (!declared.length) return bodies.map(() => undefined);
    const wrong = changes.map((members) => {
      const faults = extensionFaults(members, declared);
      return faults.length ? invalidFields(faults) : undefined;
    });
    const named = changes.map((members, at) => (wrong[at] ? [] : referencesIn(members, declared)));
    const there = await this.idsThat(tx, actor, named.flat());
    return wrong.map((fault, at) => {
      const missing = named[at]?.find((one) => !there.has(keyOf(one)));
      return fault ?? (missing && notFound(missing.type, missing.id));
    });
  }

  /** Ids of those that exist and are visible to the actor. */
  private async idsThat(tx: Transaction, actor: Actor, named: readonly Named[]): Promise<ReadonlySet<string>> {
    if (!named.length) return new Set();
    const rows = await query<Named>(
      tx,
      `select e.id::text as id, e.type from unnest($1::uuid[], $2::text[]) n(id, type)
         join entity e on e.id = n.id and e.type = n.type where e.deleted_by is null`,
      [named.map(({ id }) => id), named.map(({ type }) => type)],
    );
    return new Set((await this.visibility.seenOf(inTransaction(tx), actor, rows)).map(keyOf));
  }
}

function referencesIn(members: Extension, declared: readonly CustomProperty[]): Named[] {
  return declared
    .filter(({ name, kind }) => REFERENCES.has(kind) && Object.hasOwn(members, name) && members[name] != null)
    .flatMap(({ name }) => [members[name]].flat() as Named[]);
}

const keyOf = ({ id, type }: Named): string => `${type} ${id.toLowerCase()}`;
