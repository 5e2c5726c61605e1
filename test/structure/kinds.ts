/** An entity that a client knows of; whether it is still there shows when it is asked for. */
export interface Known {
  readonly kind: Kind;
  readonly id: string;
}

/** A type of entity, and where its instances may lie. */
export interface Kind {
  readonly type: string;
  /** Path of its collection. */
  readonly path: string;
  /** Types that it may lie in by the property that names them, the most specific one last. */
  readonly parents: Readonly<Record<string, string>>;
  /** The parent may be left out: it is the last one of `parents`. */
  readonly nests?: boolean;
  /** Whether it can be moved from one parent to another. */
  readonly moves?: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

const description = 'made by the suite of structure';

export const KINDS: readonly Kind[] = [
  kind('databaseService', '/services/databaseServices', {}, { serviceType: 'Postgres' }),
  { ...kind('database', '/databases', { service: 'databaseService' }), moves: true },
  { ...kind('databaseSchema', '/databaseSchemas', { database: 'database' }), moves: true },
  { ...kind('table', '/tables', { databaseSchema: 'databaseSchema' }, { columns: columns() }), moves: true },
  kind('dataContract', '/dataContracts', { entity: 'table' }),
  kind('storageService', '/services/storageServices', {}, { serviceType: 'S3' }),
  nesting('container', '/containers', { service: 'storageService', parent: 'container' }),
  nesting('domain', '/domains', { parent: 'domain' }, { domainType: 'Aggregate', description }),
  kind('glossary', '/glossaries', {}, { description }),
  nesting('glossaryTerm', '/glossaryTerms', { glossary: 'glossary', parent: 'glossaryTerm' }, { description }),
  kind('classification', '/classifications', {}, { description }),
  nesting('tag', '/tags', { classification: 'classification', parent: 'tag' }, { description }),
];

function kind(type: string, path: string, parents: Kind['parents'], body: Kind['body'] = {}): Kind {
  return { type, path, parents, body };
}

function nesting(type: string, path: string, parents: Kind['parents'], body: Kind['body'] = {}): Kind {
  return { ...kind(type, path, parents, body), nests: true, moves: true };
}

/** Columns whose FQNs follow that of their table: one with a dot, one inside another. */
function columns(): object[] {
  return [{ name: 'a.b', dataType: 'STRUCT', children: [{ name: 'x', dataType: 'INT' }] }];
}
