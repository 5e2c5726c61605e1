import { oncePer } from '@app/common';
import type { Top } from '@app/schemas';
import type { JsonSchema } from './json-schema';

/**
 * The complete definition of one entity type. Endpoints, body validation, storage, reads and the OpenAPI document are derived from
 * it.
 */
export interface EntityType {
  /** Name of the type in references: `table`. */
  readonly type: string;
  /** Path of its collection below /v1: `tables`. */
  readonly collection: string;
  /** The roles of its instances in the rest of the system. */
  readonly traits: Traits;
  /** One sentence for the API document. */
  readonly description: string;
  /** Where the entity may be placed, the most general first; the last one given in a body is its direct parent. Absent: a root. */
  readonly parents: readonly ParentProperty[];
  /** References to ancestors included in every response. */
  readonly ancestors: readonly AncestorProperty[];
  /** Derives the name of a create body that has none; undefined: it must have one. */
  readonly nameOf?: (body: Readonly<Record<string, unknown>>) => string | undefined;
  /** Derives the entity's part of the FQN from its name, where it differs from the name. */
  readonly fqnPart?: (name: string) => string;
  /** FQN parts between the parent's FQN and the entity's own part: `model`. */
  readonly fqnBetween?: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relations: Readonly<Record<string, Relation>>;
  /** Attributes and relations that a create body must have, in addition to the name and the required parents. */
  readonly required: readonly string[];
  /** false: live instances do not block deletion of their parent (contracts, test cases). */
  readonly obstacle: boolean;
  /** Body members rejected on POST and PUT instead of ignored. */
  readonly refused: readonly string[];
  /** Members that other types have and this one lacks: ignored in bodies and among requested fields. */
  readonly lacking: readonly string[];
  /** How its instances are shown to clients of the OpenMetadata API, where that differs. */
  readonly compatible: CompatibleShape;
  /** List filters, in addition to the common ones. */
  readonly filters: Readonly<Record<string, SideFilter>>;
  /** Orders of its lists in addition to that by name. */
  readonly sorts: Readonly<Record<string, SideOrder>>;
  /** Write options: boolean query parameters of its writes, each with its description. */
  readonly writeOptions: Readonly<Record<string, string>>;
  /** Its side table, joined in every read. */
  readonly side?: SideTable;
  /** How instances are indexed for search; absent: not searchable. */
  readonly search?: SearchDeclaration;
  /** Whether POST and PUT accept YAML as well as JSON. */
  readonly yaml: boolean;
  /** A valid create body, given that its references exist: shown in the API document. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The roles that instances of a type have in the rest of the system. `entityTypes.having` gives all types of a trait. */
export interface Traits {
  /** A data asset: it can be in domains and data products. */
  readonly asset?: boolean;
  /** The root of assets; like them it can be in domains and data products. */
  readonly service?: boolean;
  /** Shown among the assets of its domain, though it is not one. */
  readonly inDomain?: boolean;
  /** Shown among what its owners own and its followers follow. Default: true. */
  readonly ownable?: boolean;
  /** Others have permissions and denials from it: only administrators delete and restore it. */
  readonly givesRights?: boolean;
  /** It can be an end of a lineage edge. */
  readonly lineage?: boolean;
  /** Lineage can be exported from it. */
  readonly exportable?: boolean;
  /** It can have a data contract. */
  readonly contractSubject?: boolean;
  /** A dataset of an OpenLineage event can be one. Where several match, the type declared first is preferred. */
  readonly dataset?: boolean;
  /** Policies may make its changes pending until others have agreed. */
  readonly governed?: boolean;
  /** It runs: it can produce lineage edges, and be the job of an OpenLineage event. */
  readonly process?: boolean;
}

export type Trait = keyof Traits;

/** The differences in the documents of a type where they are shown in the shape of the OpenMetadata API. */
/** The value as it was sent, with what is stored and its clients cannot name. */
export type CarryOver = (stored: unknown, sent: unknown) => unknown;

export interface CompatibleShape {
  /** Members that the strict models of its clients do not have: left out. */
  readonly without: readonly string[];
  /** Requestable attributes that its clients expect in every answer. */
  readonly always: readonly string[];
  /** Members whose values are written differently there; undefined: the value cannot be expressed there and is left out. */
  readonly members: Readonly<Record<string, (value: never, document: Readonly<Record<string, unknown>>) => unknown>>;
  /**
   * By attribute: members of its object that are left out there, so that a PUT, which cannot name them, retains them. Of a list: the value
   * with what its items retain, in a PUT and in a PATCH.
   */
  readonly keptByPut?: Readonly<Record<string, readonly string[] | CarryOver>>;
}

export interface ParentProperty {
  readonly property: string;
  readonly types: readonly string[];
  readonly required: boolean;
  /** The parent cannot be changed after creation. */
  readonly fixed?: boolean;
  /** The entity's parent is named by a link to a path inside it, not only by FQN. */
  readonly link?: ParentLink;
}

/** How a parent is named by a link such as `<#E::table::FQN::columns::COLUMN>`. */
export interface ParentLink {
  /** The accepted link forms, for the message about a malformed link. */
  readonly form: string;
  /** Parses a link; undefined if malformed. */
  readonly parse: (text: string) => LinkTarget | undefined;
  /** Number of names in the FQN of the link's target, which can be given instead of the link. */
  readonly namesInFqn: number;
  /** The link to a path in the parent, as returned by the API. */
  readonly render: (parentFqn: string, between: readonly string[]) => string;
}

export interface LinkTarget {
  readonly type: string;
  readonly fqn: string;
  /** FQN parts between the parent's FQN and the entity's name: the column, with the columns that contain it. */
  readonly between: readonly string[];
}

export interface AncestorProperty {
  readonly property: string;
  readonly at: 'parent' | 'grandparent' | 'root';
  /** Restricts the ancestor to these types (a container's parent, but not its service). */
  readonly types: readonly string[];
}

export interface Attribute {
  readonly schema: JsonSchema;
  /** base: in every response; request: if `fields` requests it; single: as request, and in every read of a single entity. */
  readonly shown: 'base' | 'request' | 'single';
  /** Set by the service, ignored in request bodies. */
  readonly readOnly?: boolean;
  /** Arrays of named parts (columns, fields, tasks) inside the attribute. */
  readonly parts?: PartsPlace;
  /** Its secrets are stored separately, encrypted, and returned masked. */
  readonly sealed?: boolean;
  /** Copied from the parent's root (serviceType). */
  readonly fromRoot?: boolean;
  /** Not stored: SQL on `e` (the entity) that computes it as jsonb, evaluated if `fields` requests it. */
  readonly computed?: string;
  /** Whether what is computed follows from the entity's references and the rows that these lead to. */
  readonly ofReferences?: boolean;
  /** For a count of other entities: SQL following `from` that selects those for which `isSeen` of their alias is true. */
  readonly counted?: (isSeen: (alias: string) => string) => string;
}

/** Path of an attribute's named parts: the attribute itself, or a property of it. */
export interface PartsPlace {
  readonly below?: string;
  /** The parts are columns: their data types are validated. */
  readonly columns?: boolean;
  /** Parts that consumers rely on like columns, with their own data types: fields of a message or of a search index. */
  readonly fields?: boolean;
  /** They are read from `schemaText` beside them where they are not sent; `record` and `members` as of `readSchema`. */
  readonly readFromText?: Top;
}

export interface Relation {
  readonly types: readonly string[];
  /** Instead of `types`, which the registry then answers: every type that has one of these traits. */
  readonly traits?: readonly Trait[];
  readonly many: boolean;
  /** Maximum number of entries in one body; default: the limit of any list. */
  readonly most?: number;
  /** When it is shown, as for attributes; side: stored in the side table's properties, in every response. */
  readonly shown: 'base' | 'request' | 'side';
  /** Name under which it is stored; default: the property's own. */
  readonly stored?: string;
  /** Read from the other end: `users` of a team are the users whose `teams` contain it. */
  readonly inverse?: boolean;
  /** Not stored: the live entities of these types whose parent is this entity. */
  readonly below?: boolean;
  /** Its size is unbounded: read only if `fields` names it (or `*`), never in the response to a write. */
  readonly large?: boolean;
  readonly readOnly?: boolean;
  /** It gives permissions to users: only administrators may write it. */
  readonly grants?: boolean;
  /** It is also part of the target's document, or gives rights over the target: the writer must be allowed to edit both ends. */
  readonly bothEnds?: boolean;
  /** PUT leaves it unchanged if the body does not name it. */
  readonly keptByPut?: boolean;
  /** An entity without its own value shows that of its nearest ancestor that has one. Never stored. */
  readonly inherited?: boolean;
}

/** Its search document contains the fields common to all types, its scalar base attributes, its ancestors and its named parts. */
export interface SearchDeclaration {
  /** The index that contains it, by its API name: `table_search_index`. */
  readonly index: string;
  /** false: searchable only through its own index, not through the index `all`. */
  readonly inAll?: false;
  /** The relation whose targets are indexed as its named parts, if they are separate entities. */
  readonly children?: string;
  /** Requestable attributes that a hit also includes. */
  readonly shown?: readonly string[];
  /** Default values of its documents. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
}

/** Columns joined to the entity row, with the JSON properties read from them. */
export interface SideTable {
  /** `left join contract s on s.node = e.node` */
  readonly join: string;
  /** JSON property → SQL expression of its JSON text; NULL is omitted. */
  readonly properties: Readonly<Record<string, string>>;
  /** Schemas of the properties, where the API document has them. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  /** The rows that the properties follow from beside the entity's own; absent: from anything. */
  readonly madeOf?: SideSources;
}

export interface SideSources {
  /** Aliases of the rows that the join adds. */
  readonly rows: readonly string[];
  /** Properties that name other entities: they follow from these two as long as they are NULL. */
  readonly naming: readonly string[];
}

/** An order of entities by columns of `s`, their side table, that are unique together, as an index has them. */
export interface SideOrder {
  readonly columns: readonly { readonly sql: string; readonly type: string }[];
  /** Description of the ascending order. */
  readonly description: string;
}

/** A condition on `e` (the entity) and `s` (its side table), with `$` for the value. */
export interface SideFilter {
  readonly condition: string;
  readonly description: string;
  /** All accepted values; any other is rejected. */
  readonly words?: readonly string[];
  /** The value is the id of an entity of these types. */
  readonly idOf?: readonly string[];
  /** The value is the FQN of an entity of these types. */
  readonly fqnOf?: readonly string[];
  /** The value is the name of an entity of these types, which lie in no other. */
  readonly nameOf?: readonly string[];
}

/** `Object.entries` of what a type defines, which does not change: made once, since each write goes through all attributes several times. */
export const entriesOf: <Definition>(
  definitions: Readonly<Record<string, Definition>>,
) => readonly (readonly [name: string, definition: Definition])[] = oncePer(Object.entries);

/** Makes a value of a type once. */
export const oncePerType: <T>(make: (entityType: EntityType) => T) => (entityType: EntityType) => T = oncePer;
