import { sameJson } from '@app/common';
import { type ContractColumn, TYPE_MEMBERS } from '../../document/contract-document';
import type { Json } from '../../document/json';
import { readColumns } from '../../odcs/mapping/read-columns';
import { ReportWriter } from '../../odcs/mapping/report';
import { overlayColumns } from '../../odcs/overlay/overlay-columns';

type Columns = readonly ContractColumn[];

/**
 * Columns of an import over those of the contract that it changes. An export writes the dataType of a column as a physicalType and adds a
 * logicalType; where these come back as they went out, the column's type is unchanged.
 */
export function withoutEchoes(next: Columns, current: Columns): ContractColumn[] {
  const echoes = byName(exportedAndRead(current));
  const before = byName(current);
  return next.map((column) => {
    const [was, echo] = [before.get(column.name), echoes.get(column.name)];
    if (!was || !echo) return column;
    const { children } = column;
    const own = sameJson(typeOf(column), typeOf(echo)) ? withType(column, typeOf(was)) : column;
    return children ? { ...own, children: withoutEchoes(children, was.children ?? []) } : own;
  });
}

function exportedAndRead(columns: Columns): ContractColumn[] {
  const element: Json = { properties: [] };
  overlayColumns(element, [], columns);
  const level = { path: 'schema[0]', field: 'schema', existing: [], nameCase: 'exact' } as const;
  return readColumns(element, level, { report: new ReportWriter(), places: new Map() });
}

function byName(columns: Columns): Map<string, ContractColumn> {
  return new Map(columns.map((column) => [column.name, column]));
}

/** The members that say the type, without others of the extension. */
function typeOf({ extension, ...column }: ContractColumn): Json {
  const { logicalType, logicalTypeOptions, items } = extension ?? {};
  const words = defined({ logicalType, logicalTypeOptions, items });
  const type = defined(Object.fromEntries(TYPE_MEMBERS.map((member) => [member, column[member]])));
  return Object.keys(words).length ? { ...type, extension: words } : type;
}

function withoutType(column: ContractColumn): ContractColumn {
  const type = new Set<string>([...TYPE_MEMBERS, 'extension']);
  return Object.fromEntries(Object.entries(column).filter(([key]) => !type.has(key))) as unknown as ContractColumn;
}

/** The column with the type of another; its list of values is no part of the type. */
function withType(column: ContractColumn, type: Json): ContractColumn {
  const list = column.extension?.enum;
  const own = { ...withoutType(column), ...type };
  return list === undefined ? own : { ...own, extension: { ...own.extension, enum: list } };
}

function defined(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
