import { isObject } from '@app/common';
import { functionFault, isListed, isNeverAllowed } from '../sql/calls';
import type { Dialect, JudgedStatement, OwnNames } from '../sql/dialect';
import { ALLOWED_NODES, CATALOGUE_TYPES } from './postgres-nodes';

type Json = Readonly<Record<string, unknown>>;
/** Names of common tables that hide tables of the same name. */
type Hidden = ReadonlySet<string>;

const CATALOGUE = 'pg_catalog';
const LOOKING_UP = /^_?reg(class|collation|dictionary|namespace|oper|operator|proc|procedure|role|type)$/;
const SAMPLING = new Set(['bernoulli', 'system']);

/** The first fault of a statement, thrown where it is found. */
class Fault extends Error {}

/**
 * A statement of users by its parse tree. Each node has to be one that reads, and each function one that is listed. It is sent while
 * pg_catalog alone is searched, so that no function or operator of another schema comes before those of PostgreSQL: names of tables, of
 * types and of added functions get their schema here.
 */
export class OwnStatement {
  /** Texts to insert, by the byte at which they stand. */
  private readonly insertions: { readonly at: number; readonly text: string }[] = [];

  constructor(
    private readonly names: OwnNames,
    private readonly dialect: Dialect,
  ) {}

  /** @param tree what the parser made of it */
  judge(sql: string, tree: unknown): JudgedStatement {
    try {
      const statements = membersOf(tree).stmts as readonly Json[];
      if (statements.length !== 1) throw new Fault('it is more than one statement');
      this.visit(statements[0]!.stmt, new Set());
      return { sql: this.inserted(sql), isQualified: true };
    } catch (error) {
      if (error instanceof Fault) return { fault: error.message };
      throw error;
    }
  }

  private visit(value: unknown, hidden: Hidden): void {
    if (Array.isArray(value)) for (const one of value) this.visit(one, hidden);
    if (!isObject(value)) return;
    const within = isObject(value.withClause) ? this.visitCommonTables(value.withClause, hidden) : hidden;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'withClause') continue;
      if (/^[A-Z]/.test(key)) this.visitNode(key, membersOf(member), within);
      else if (key === 'typeName') this.visitType(membersOf(member));
      else if (key === 'intoClause') throw new Fault('INTO is not allowed');
      this.visit(member, within);
    }
  }

  /** @returns the names that the rest of the query sees */
  private visitCommonTables({ ctes, recursive }: Json, hidden: Hidden): Hidden {
    const seen = new Set(hidden);
    const tables = (ctes as readonly Json[]).map(({ CommonTableExpr }) => membersOf(CommonTableExpr));
    if (recursive === true) for (const { ctename } of tables) seen.add(String(ctename));
    for (const table of tables) {
      this.visit(table, new Set(seen));
      seen.add(String(table.ctename));
    }
    return seen;
  }

  private visitNode(type: string, node: Json, hidden: Hidden): void {
    if (!ALLOWED_NODES.has(type)) throw new Fault(`${type} is not allowed in a statement of users`);
    switch (type) {
      case 'FuncCall':
        this.visitCall(node);
        break;
      case 'RangeVar':
        if (node.schemaname === undefined && this.isOfSchema(String(node.relname), hidden)) this.qualify(node);
        break;
      case 'TypeName':
        this.visitType(node);
        break;
      case 'A_Expr':
        requireCatalogue('the operator', textsOf(node.name));
        break;
      case 'SubLink':
        requireCatalogue('the operator', textsOf(node.operName));
        break;
      case 'SortBy':
        requireCatalogue('the operator', textsOf(node.useOp));
        break;
      case 'CollateClause':
        requireCatalogue('the collation', textsOf(node.collname));
        break;
      case 'RangeTableSample':
        if (!SAMPLING.has(textsOf(node.method).at(-1)!))
          throw new Fault(`TABLESAMPLE ${textsOf(node.method).join('.')} is not allowed`);
        break;
      case 'ColumnRef':
        this.requireNoCall(textsOf(node.fields).slice(1));
        break;
      case 'A_Indirection':
        this.requireNoCall(textsOf(node.indirection));
        break;
    }
  }

  /** `x.f` is `f(x)` where x has no field f. */
  private requireNoCall(fields: readonly string[]): void {
    const called = fields.find((name) => isNeverAllowed(name, this.dialect));
    if (called !== undefined) throw new Fault(`${called} behind a point would be called`);
  }

  private visitCall(node: Json): void {
    const parts = textsOf(node.funcname);
    const name = parts.at(-1)!;
    const { functions, schema } = this.names;
    if (parts.length === 1) {
      if (isListed(name, this.dialect.functions)) return;
      const added = functions.find((one) => one === name || (one.endsWith(`.${name}`) && one.split('.').length === 2));
      if (added === undefined) throw new Fault(functionFault(name, this.dialect));
      this.qualify(node, added === name ? schema : added.split('.')[0]!);
      return;
    }
    const [given, ...more] = parts;
    const isOwn = given === CATALOGUE && more.length === 1 && isListed(name, this.dialect.functions);
    const isAdded = functions.includes(parts.join('.')) || (given === schema && functions.includes(more.join('.')));
    if (!isOwn && !isAdded) throw new Fault(functionFault(parts.join('.'), this.dialect));
  }

  /** A type of the table's schema is taken: an enumeration. Those that look names up, and those of other schemas, are not. */
  private visitType(type: Json): void {
    const parts = textsOf(type.names);
    const [name] = parts;
    const last = parts.at(-1);
    if (last === undefined) return;
    const isOfCatalogue = parts.length === 1 ? CATALOGUE_TYPES.has(last) : name === CATALOGUE;
    if (LOOKING_UP.test(last) && (parts.length === 1 || isOfCatalogue))
      throw new Fault(`the type ${last} is not allowed: it looks names up`);
    if (isOfCatalogue) return;
    if (parts.length === 1) this.qualify(type);
    else if (parts.length > 2 || name !== this.names.schema)
      throw new Fault(`the type ${parts.join('.')} is not allowed: it is of another schema than the table`);
  }

  /** Tables of the catalogue are found before all others; their names begin so. */
  private isOfSchema(table: string, hidden: Hidden): boolean {
    return !hidden.has(table) && !table.startsWith('pg_');
  }

  private qualify({ location }: Json, schema = this.names.schema): void {
    this.insertions.push({ at: Number(location), text: `${this.dialect.name(schema)}.` });
  }

  private inserted(sql: string): string {
    let bytes = Buffer.from(sql);
    for (const { at, text } of this.insertions.toSorted((a, b) => b.at - a.at))
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
    return bytes.toString();
  }
}

const membersOf = (value: unknown): Json => (isObject(value) ? value : {});

/** Texts of a list of names; other members of it, such as `*`, have none. */
function textsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    const text = membersOf(membersOf(one).String).sval;
    return typeof text === 'string' ? [text] : [];
  });
}

function requireCatalogue(what: string, parts: readonly string[]): void {
  if (parts.length > 1 && parts[0] !== CATALOGUE)
    throw new Fault(`${what} ${parts.join('.')} is not allowed: it is of another schema than ${CATALOGUE}`);
}
