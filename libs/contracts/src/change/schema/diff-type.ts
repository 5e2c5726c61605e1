import { isObject, sameJson } from '@app/common';
import {
  notedLogicalType,
  type Platform,
  relatePromises,
  sourceText,
  type TypeRelation,
  typeText,
} from '@app/datatypes';
import type { ContractColumn } from '../../document/contract-document';
import { elementOf, isTypeOption } from '../../promises/options';
import { type Change, type Compatibility, type Sides, change, info } from '../../promises/change';

/** Members that say the type beside `dataType`, as far as they are compared by the type that they make together. */
const MEMBERS = ['dataTypeDisplay', 'dataLength', 'precision', 'scale', 'arrayDataType', 'extension'] as const;

type Judged = TypeRelation['outcome'] | 'stated' | 'unknown';

const COMPATIBILITY_OF: Readonly<Record<Judged, Compatibility>> = {
  same: 'info',
  kept: 'compatible',
  stated: 'compatible',
  broken: 'breaking',
  unknown: 'breaking',
};

/** Changes in what a column says of its type: each carries the verdict on the types that both sides promise. */
export function diffType(before: ContractColumn, after: ContractColumn, platform: Platform, path: string): Change[] {
  const members = MEMBERS.filter((member) => !sameMember(member, before, after));
  const isOther = !sameWord(before.dataType, after.dataType);
  if (!isOther && members.length === 0) return [];
  const { outcome, reason } = judgedTypes(before, after, platform);
  const judged = (at: string, sides: Sides): Change =>
    change(COMPATIBILITY_OF[outcome], `${path}.${at}`, sides, reason);
  const sidesOf = (member: (typeof MEMBERS)[number]): Sides => [said(member, before), said(member, after)];
  if (isOther)
    return [
      judged('dataType', [shownType(before), shownType(after)]),
      ...members.filter(isNoSize).map((member) => follows(path, member, sidesOf(member))),
    ];
  const typed = members.filter((member) => member !== 'extension');
  if (typed.length === 0) return [judged('extension', sidesOf('extension'))];
  return members.map((member) =>
    member === 'extension' ? follows(path, member, sidesOf(member)) : judged(member, sidesOf(member)),
  );
}

function follows(path: string, member: string, sides: Sides): Change {
  return info(`${path}.${member}`, sides, 'follows from the changed type of the column');
}

function judgedTypes(
  before: ContractColumn,
  after: ContractColumn,
  platform: Platform,
): { outcome: Judged; reason: string } {
  if (before.dataType === undefined)
    return { outcome: 'stated', reason: `the type is now promised: ${sourceText(after)}` };
  if (after.dataType === undefined)
    return { outcome: 'unknown', reason: `the type is no longer promised: ${sourceText(before)}` };
  const { outcome, loss } = relatePromises(before, after, platform);
  const isWithin = relatePromises(after, before, platform).outcome !== 'broken';
  const pair = `${sourceText(before)} to ${sourceText(after)}`;
  switch (outcome) {
    case 'same':
      return { outcome, reason: `both hold the same values: ${pair}` };
    case 'kept':
      if (notedLogicalType(before) !== undefined)
        return { outcome, reason: `the type is of the promised logicalType: ${pair}` };
      return { outcome, reason: `${isWithin ? 'a size is stated on one side only' : 'the type is widened'}: ${pair}` };
    case 'broken':
      return { outcome, reason: `the type ${isWithin ? 'is narrowed' : 'becomes another'}: ${pair}: ${loss}` };
  }
}

/** Value of a member; of the extension only what says the type, since lists and options of values are compared by themselves. */
function said(member: (typeof MEMBERS)[number], column: ContractColumn): unknown {
  return member === 'extension' ? typeExtension(column) : column[member];
}

/** Sizes are shown with the type. */
function isNoSize(member: (typeof MEMBERS)[number]): boolean {
  return member === 'dataTypeDisplay' || member === 'arrayDataType' || member === 'extension';
}

function sameMember(member: (typeof MEMBERS)[number], before: ContractColumn, after: ContractColumn): boolean {
  if (member === 'extension') return sameJson(typeExtension(before), typeExtension(after));
  if (member === 'arrayDataType') return sameWord(before.arrayDataType, after.arrayDataType);
  return before[member] === after[member];
}

function sameWord(a: string | undefined, b: string | undefined): boolean {
  return a?.toUpperCase() === b?.toUpperCase();
}

function shownType(column: ContractColumn): string | undefined {
  return column.dataType === undefined ? undefined : typeText(column);
}

/** Extension of a column without its promises about values, and those of its elements. */
function typeExtension(column: ContractColumn): unknown {
  const { extension } = column;
  if (extension === undefined) return undefined;
  const { enum: _values, logicalTypeOptions: options, ...rest } = extension;
  const typed = isObject(options) ? Object.entries(options).filter(([option]) => isTypeOption(option, column)) : [];
  const element = elementOf(column);
  const kept = {
    ...rest,
    ...(typed.length > 0 && { logicalTypeOptions: Object.fromEntries(typed) }),
    ...(element && { items: typeExtension(element) ?? {} }),
  };
  return Object.keys(kept).length > 0 ? kept : undefined;
}
