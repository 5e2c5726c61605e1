import { columnNamed } from '@app/datatypes';
import { type Json, objectsOf, textOf } from '../../document/json';
import { type AssetLevel, columnElements, columnName } from './read-columns';
import type { SelectedObject } from './select-object';

/** The column that an `element` of the SLA names. */
export interface SlaColumn {
  readonly name: string;
  readonly isKnown: boolean;
}

/** Reads `element` of slaProperties: `table.column`, `column`, `table`, or a list of them with commas, of which the first counts. */
export class SlaElements {
  private readonly others: ReadonlySet<unknown>;
  private readonly own: readonly string[];

  /** @param level columns of the asset, by which columns are looked up */
  constructor(
    document: Json,
    private readonly selected: SelectedObject | undefined,
    private readonly level: AssetLevel,
  ) {
    const others = objectsOf(document.schema).filter((object) => object !== selected?.object);
    this.others = new Set(others.flatMap(({ name, physicalName }) => [name, physicalName]));
    const names = [selected?.object.physicalName, selected?.object.name].flatMap((name) => textOf(name) ?? []);
    this.own = names.sort((one, other) => other.length - one.length);
  }

  /** Whether it belongs to another object of the document than the selected one. */
  isElsewhere(element: unknown): boolean {
    const text = firstOf(element);
    const object = text?.split(/[./]/, 1)[0];
    return object !== undefined && this.others.has(object) && !this.ownName(text!);
  }

  /** Undefined where it names the object alone, or nothing. */
  columnOf(element: unknown): SlaColumn | undefined {
    const text = firstOf(element);
    if (text === undefined || this.own.includes(text)) return undefined;
    const behind = text.slice((this.ownName(text)?.length ?? -1) + 1);
    const name = this.lookUp(text) ?? this.lookUp(behind);
    return { name: name ?? behind, isKnown: name !== undefined };
  }

  withColumn(element: string, name: string): string {
    const [first = '', ...rest] = element.split(',');
    const own = this.ownName(first.trim());
    const next = own === undefined ? name : `${own}${first.trim().charAt(own.length)}${name}`;
    return [next, ...rest].join(',');
  }

  private ownName(text: string): string | undefined {
    return this.own.find((name) => text === name || (text.startsWith(name) && /[./]/.test(text.charAt(name.length))));
  }

  /** The name by which a column, or a property of the object, of that name is a column of the asset. */
  private lookUp(text: string): string | undefined {
    if (this.isColumn(text)) return text;
    const elements = this.selected ? columnElements(this.selected.object).elements : [];
    const property = elements.find(({ name }) => name === text);
    const name = property && columnName(property, this.level);
    return name !== undefined && this.isColumn(name) ? name : undefined;
  }

  private isColumn(name: string): boolean {
    return columnNamed(this.level.existing, name, this.level.nameCase).found !== undefined;
  }
}

function firstOf(element: unknown): string | undefined {
  const text = typeof element === 'string' ? element.split(',', 1)[0]!.trim() : '';
  return text === '' ? undefined : text;
}
