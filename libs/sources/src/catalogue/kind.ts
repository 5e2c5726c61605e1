import { type CanonicalType, platformOf, readFound } from '@app/datatypes';
import { FORMS, type FormKind, formOf } from './type-forms';

/** The kind of the values of a column, as far as checks and the catalog ask. */
export type Kind =
  /** `isBit`: written as true and false as well. */
  | { readonly is: 'int'; readonly low: bigint; readonly high: bigint; readonly isBit?: true }
  /** Digits before and after the point; Infinity where the column states none. `isMoney`: written with a currency as well. */
  | { readonly is: 'dec'; readonly whole: number; readonly scale: number; readonly isMoney?: true }
  | { readonly is: 'float'; readonly bits: number }
  /** `padded`: the blanks at the end are no part of the value. */
  | { readonly is: 'text'; readonly padded: boolean }
  | { readonly is: 'bool' }
  | { readonly is: 'date' }
  /** `zoned`: an instant; else what a clock on a wall shows. */
  | { readonly is: 'moment'; readonly zoned: boolean }
  /** `zoned`: with the offset of a zone. */
  | { readonly is: 'time'; readonly zoned: boolean }
  | { readonly is: 'array'; readonly element: Kind }
  | FormKind
  | { readonly is: 'enum' | 'uuid' | 'json' | 'bytes' | 'struct' | 'map' | 'other' };

/** The kinds that checks compare: no form of another one. */
export type ComparedKind = Exclude<Kind, FormKind>;

/** Numbers, which have bounds and statistics. */
export type NumberKind = Extract<Kind, { is: 'int' | 'dec' | 'float' }>;
export type TimeKind = Extract<Kind, { is: 'date' | 'moment' }>;

export const isNumber = (kind: Kind): kind is NumberKind =>
  kind.is === 'int' || kind.is === 'dec' || kind.is === 'float';
export const isTime = (kind: Kind): kind is TimeKind => kind.is === 'date' || kind.is === 'moment';
export const isText = (kind: Kind): boolean => kind.is === 'text' || kind.is === 'enum';

export const isForm = (kind: Kind): kind is FormKind => FORMS.has(kind.is);

/** Kinds of which equality is defined. */
export const isComparable = (kind: Kind): boolean =>
  isNumber(kind) || isText(kind) || isTime(kind) || isForm(kind) || ['bool', 'uuid', 'time'].includes(kind.is);

/** The kind of a type in the spelling of a platform. @param serviceType whose words they are */
export function kindOf(serviceType: string, display: string): Kind {
  const form = formOf(serviceType, display);
  if (form) return form;
  return ofCanonical(readFound({ dataTypeDisplay: display }, platformOf(serviceType)));
}

function ofCanonical(type: CanonicalType): Kind {
  switch (type.kind) {
    case 'int':
      return type.low === undefined || type.high === undefined
        ? { is: 'dec', whole: Infinity, scale: 0 }
        : { is: 'int', low: type.low, high: type.high };
    case 'decimal':
      return { is: 'dec', whole: type.whole, scale: type.scale };
    case 'float':
      return { is: 'float', bits: type.bits };
    case 'text':
      return type.holdsJson ? { is: 'text', padded: false } : { is: 'text', padded: type.padded };
    case 'boolean':
      return { is: 'bool' };
    case 'moment':
      return { is: 'moment', zoned: type.zone === 'with' };
    case 'array':
      return { is: 'array', element: type.element ? ofCanonical(type.element) : { is: 'other' } };
    case 'word':
      return { is: 'other' };
    case 'time':
      return { is: 'time', zoned: type.zone === 'with' };
    case 'bytes':
    case 'date':
    case 'uuid':
    case 'json':
    case 'enum':
    case 'struct':
    case 'map':
      return { is: type.kind };
  }
}
