import { namesOf } from '../sql/calls';

/**
 * Nodes of the parser that a statement of users may have: they read. Not among them: all statements but SELECT, locks, parameters, and XML,
 * of which some functions run a text.
 */
export const ALLOWED_NODES = namesOf(`
  SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr FuncCall TypeCast TypeName SubLink CaseExpr CaseWhen CoalesceExpr
  MinMaxExpr NullTest BooleanTest A_ArrayExpr A_Indirection A_Indices RowExpr CollateClause SortBy WindowDef NamedArgExpr
  RangeVar RangeSubselect RangeFunction RangeTableSample JoinExpr WithClause CommonTableExpr CTESearchClause CTECycleClause
  ColumnDef GroupingSet GroupingFunc SQLValueFunction String Integer Float Boolean BitString List Alias
  JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonAggConstructor JsonKeyValue
  JsonValueExpr JsonFormat JsonOutput JsonReturning JsonIsPredicate JsonFuncExpr JsonArgument JsonBehavior JsonParseExpr JsonScalarExpr
  JsonSerializeExpr JsonTable JsonTableColumn JsonTablePathSpec`);

/** Types that are found in pg_catalog, whatever the schema of a table has. */
export const CATALOGUE_TYPES = namesOf(`
  bit bool box bpchar bytea char cidr circle date datemultirange daterange decimal float4 float8 inet int int2 int4 int4multirange
  int4range int8 int8multirange int8range integer interval json jsonb jsonpath line lseg macaddr macaddr8 money name numeric nummultirange
  numrange oid path pg_lsn point polygon record regconfig refcursor text tid time timestamp timestamptz timetz tsmultirange tsquery tsrange
  tstzmultirange tstzrange tsvector unknown uuid varbit varchar xid xid8
  _bool _bytea _char _date _float4 _float8 _inet _int2 _int4 _int8 _interval _json _jsonb _name _numeric _oid _text _time _timestamp
  _timestamptz _uuid _varchar`);
