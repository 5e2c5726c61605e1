import type { NamedColumn, TypedColumn } from './column';
import { type DisplayType, typesOf } from './display/display-type';
import { displayOf } from './read/read-type';

/** The fields of a struct, or of the structs of an array: the children of the column, else those that its display names. */
export function fieldsOf<Column extends TypedColumn>(column: Column): readonly NamedColumn[] {
  if (column.children?.length) return column.children;
  const display = displayOf(column);
  return display ? fieldsIn(display) : [];
}

function fieldsIn(display: DisplayType): NamedColumn[] {
  const [element] = display.word === 'ARRAY' || display.word === 'LIST' ? typesOf(display) : [];
  const { items } = element ?? display;
  return items.flatMap((item) =>
    'type' in item && item.name !== undefined
      ? [{ name: item.name, dataType: 'UNKNOWN', dataTypeDisplay: item.type.text }]
      : [],
  );
}
