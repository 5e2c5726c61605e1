import type { JsonSchema } from './json-schema';

/**
 * All that is particular to one entity type. The endpoints, the checks of bodies, what is stored and read, and the OpenAPI
 * document come from it.
 */
export interface EntityType {
  /** Name of the type in references: `table`. */
  readonly type: string;
  /** Path of its collection below /v1: `tables`. */
  readonly collection: string;
  /** One sentence for the API document. */
  readonly description: string;
  /**
   * Where it may lie, the most general first; the last one given in a body is its direct parent. Without: a root.
   */
  readonly parents: readonly ParentProperty[];
  /** References to ancestors in every answer. */
  readonly ancestors: readonly AncestorProperty[];
  /** The FQN part made of its name, where that is not the name itself. */
  readonly fqnPart?: (name: string) => string;
  /** What stands in its FQN between its parent's and its own part: `model`. */
  readonly fqnBetween?: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relations: Readonly<Record<string, Relation>>;
  /** Names of attributes and relations that a create body must have, beside the name and the required parents. */
  readonly required: readonly string[];
  /** false: its live instances do not keep their parent from being deleted (contracts, test cases). */
  readonly obstacle: boolean;
  /** Members of a body that are refused on POST and PUT, not ignored. */
  readonly refused: readonly string[];
  /** Filters of its list beside the common ones. */
  readonly filters: Readonly<Record<string, SideFilter>>;
  /** Boolean query parameters of its writes, with what each means. */
  readonly wishes: Readonly<Record<string, string>>;
  /** Its side table, joined to every read. */
  readonly side?: SideTable;
  /** How its instances are searched; without: they are not. */
  readonly search?: SearchDeclaration;
  /** Whether POST and PUT take YAML beside JSON. */
  readonly yaml: boolean;
  /** A create body that works where its references exist: shown in the API document. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface ParentProperty {
  readonly property: string;
  readonly types: readonly string[];
  readonly required: boolean;
  /** It stays what it was made with. */
  readonly fixed?: boolean;
  /** It is named by a link to a place inside it, not by its FQN alone. */
  readonly link?: ParentLink;
}

/** How a parent is named by a link such as `<#E::table::FQN::columns::COLUMN>`. */
export interface ParentLink {
  /** The forms of the link, for the message about a text that has none of them. */
  readonly form: string;
  /** What a link names; undefined where the text is no such link. */
  readonly parse: (text: string) => LinkedPlace | undefined;
  /** Names in the FQN of what is linked to: it can be given in place of the link. */
  readonly namesInFqn: number;
  /** The link to a place in the parent, as it is answered. */
  readonly render: (parentFqn: string, between: readonly string[]) => string;
}

export interface LinkedPlace {
  readonly type: string;
  readonly fqn: string;
  /** Names that stand in the FQN between the parent's and that of the entity: the column, with those that it lies in. */
  readonly between: readonly string[];
}

export interface AncestorProperty {
  readonly property: string;
  readonly at: 'parent' | 'grandparent' | 'root';
  /** Only where that ancestor is of one of these types (a container's parent, but not its service). */
  readonly types: readonly string[];
}

export interface Attribute {
  readonly schema: JsonSchema;
  /** base: in every answer; request: where `fields` asks for it; single: as request, and in every read of one entity. */
  readonly shown: 'base' | 'request' | 'single';
  /** Set by the service, ignored in bodies. */
  readonly readOnly?: boolean;
  /** Arrays of named parts (columns, fields, tasks) inside the attribute. */
  readonly parts?: PartsPlace;
  /** Its secrets are kept encrypted apart and shown masked. */
  readonly sealed?: boolean;
  /** The value of the parent's root where the attribute says so (serviceType). */
  readonly fromRoot?: boolean;
  /** Not stored: SQL on `e` (the entity) that gives it as jsonb, run where `fields` asks for it. */
  readonly computed?: string;
  /** Where it is a number of other entities: SQL behind `from` that gives each, of those for which `isSeen` of its alias holds. */
  readonly counted?: (isSeen: (alias: string) => string) => string;
}

/** Where the named parts of an attribute are: the attribute itself, or below a property of it. */
export interface PartsPlace {
  readonly below?: string;
  /** Parts that are columns: their data types are checked. */
  readonly columns?: boolean;
  /** Parts that readers rely on as on columns, with data types of their own: fields of a message or of an index. */
  readonly fields?: boolean;
}

export interface Relation {
  readonly types: readonly string[];
  readonly many: boolean;
  /** How many of them one body may name; default: as any list. */
  readonly most?: number;
  /** As for attributes; side: the side table's properties hold it, in every answer. */
  readonly shown: 'base' | 'request' | 'side';
  /** Stored under this name; default: the property's own. */
  readonly stored?: string;
  /** Read from the other end: `users` of a team are the users whose `teams` hold it. */
  readonly inverse?: boolean;
  /** Not stored: the live entities of these types that have this one as their parent. */
  readonly below?: boolean;
  /** It can be as long as the catalog is big: read where `fields` names it (or `*`), never with the answer to a write. */
  readonly large?: boolean;
  readonly readOnly?: boolean;
  /** It gives permissions to people: administrators alone write it. */
  readonly grants?: boolean;
  /** It stands in the other's document too, or gives rights over what it names: whoever writes it may edit both ends. */
  readonly bothEnds?: boolean;
  /** PUT leaves it alone where the body does not name it. */
  readonly keptByPut?: boolean;
  /** Where an entity has none of its own it shows those of its nearest ancestor that has some. Never stored. */
  readonly inherited?: boolean;
}

/** Its search document has what all have, its plain attributes of every answer, its ancestors and its named parts. */
export interface SearchDeclaration {
  /** The index that holds it, in the words of requests: `table_search_index`. */
  readonly index: string;
  /** false: searched by its own index alone, not by the one of everything. */
  readonly inAll?: false;
  /** The relation whose targets count as its named parts, where they are entities of their own. */
  readonly children?: string;
  /** Attributes by request that a hit shows beside. */
  readonly shown?: readonly string[];
  /** What its documents say where an instance says nothing. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
}

/** Columns beside the entity row, with the JSON properties that are read from them. */
export interface SideTable {
  /** `left join contract s on s.node = e.node` */
  readonly join: string;
  /** JSON property → SQL expression of its JSON text; NULL is left out. */
  readonly properties: Readonly<Record<string, string>>;
}

/** A condition on `e` (the entity), `s` (its side table) with `$` for the value. */
export interface SideFilter {
  readonly condition: string;
  readonly description: string;
  /** All that it can be; another value is refused. */
  readonly words?: readonly string[];
}
