import type { LinkTarget, ParentLink } from '../../definition/entity-type';
import { joinFqn, splitFqn } from '../../fqn';

/** Entity names never contain `::`; a column name may, so the first `::columns::` ends the table's FQN. */
const LINK = /^<#E::([A-Za-z]+)::((?:(?!::).)+)(?:::columns::(.+))?>$/su;

/** `<#E::table::FQN>` or `<#E::table::FQN::columns::COLUMN>`; a nested column is named by its path, `address.city`. */
export const entityLink: ParentLink = {
  form: '<#E::table::FQN> or <#E::table::FQN::columns::COLUMN>',
  parse: parseEntityLink,
  // Service, database, schema, table.
  namesInFqn: 4,
  render: renderEntityLink,
};

function parseEntityLink(text: string): LinkTarget | undefined {
  const [, type, fqn, column] = LINK.exec(text) ?? [];
  if (type === undefined || fqn === undefined) return undefined;
  return { type, fqn, between: column === undefined ? [] : (splitFqn(column) ?? [column]) };
}

/** @param between names that lead to the column; none for the table itself */
export function renderEntityLink(parentFqn: string, between: readonly string[]): string {
  return `<#E::table::${parentFqn}${between.length ? `::columns::${joinFqn(undefined, ...between)}` : ''}>`;
}
