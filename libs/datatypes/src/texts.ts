import { abbreviate } from '@app/common';
import { statedLength, type TypedColumn } from './column';
import { displayOf, readPromised } from './read/read-type';
import type { Platform } from './platforms/platform';
import { platformOf } from './platforms';
import { keptWord, type TypeRelation } from './relate/relate-columns';

/** Displays of structs can be long; a message names their beginning. */
const LONGEST_SHOWN = 120;

/** `VARCHAR(10)`, `DECIMAL(10,2)`, `INT`: the dataType with the sizes that limit it, without those that clients send for every type. */
export function typeText(column: TypedColumn): string {
  const word = column.dataType ?? 'no type';
  const { kind } = platformOf().words.get(word.toUpperCase())?.({ numbers: [] }) ?? { kind: 'word' };
  const { dataType: _word, dataTypeDisplay: _display, ...sizes } = column;
  const length = kind === 'text' || kind === 'bytes' ? statedLength(sizes) : undefined;
  if (length !== undefined) return `${word}(${length})`;
  if (kind !== 'decimal' || column.precision === undefined) return word;
  return column.scale === undefined ? `${word}(${column.precision})` : `${word}(${column.precision},${column.scale})`;
}

/** A type as its source writes it; where it does not, by its dataType. */
export function sourceText(column: TypedColumn): string {
  const written = column.dataTypeDisplay?.trim();
  if (written) return abbreviate(written, LONGEST_SHOWN);
  const element = column.dataType?.toUpperCase() === 'ARRAY' ? column.arrayDataType : undefined;
  return element === undefined || element.toUpperCase() === 'UNKNOWN' ? typeText(column) : `ARRAY<${element}>`;
}

function promisedText(column: TypedColumn, platform: Platform): string {
  const promise = readPromised(column, platform);
  if (promise.kind !== 'logical') return sourceText(column);
  if (promise.timezone) return `a ${promise.word} with time zone`;
  return promise.format === undefined ? promise.word : `${promise.word} (${promise.format})`;
}

/** `promised INT, found NUMBER(5,0) on Snowflake`: the platform where its words decide. */
function pairText(promised: TypedColumn, found: TypedColumn, platform: Platform): string {
  const where = platform.shownName !== undefined && isByPlatform(found, platform) ? ` on ${platform.shownName}` : '';
  return `promised ${promisedText(promised, platform)}, found ${sourceText(found)}${where}`;
}

function isByPlatform(found: TypedColumn, { ownWords, withoutDisplay }: Platform): boolean {
  const word = displayOf(found)?.word ?? '';
  const dataType = found.dataType?.toUpperCase() ?? '';
  return found.dataTypeDisplay === undefined
    ? ownWords.has(dataType) || withoutDisplay.has(dataType)
    : ownWords.has(word);
}

/** Why the found type breaks the promise, in one sentence without a full stop. */
export function lossText(
  promised: TypedColumn,
  found: TypedColumn,
  platform: Platform,
  { loss = 'another type' }: TypeRelation,
): string {
  return `${pairText(promised, found, platform)}: ${loss}`;
}

/** A note on a promise that is met by another word; undefined where the words are the same. */
export function keptText(
  promised: TypedColumn,
  found: TypedColumn,
  platform: Platform,
  relation: TypeRelation,
): string | undefined {
  if (relation.note === undefined && sameText(promisedText(promised, platform), sourceText(found))) return undefined;
  return `${pairText(promised, found, platform)}: ${keptWord(relation)}`;
}

function sameText(a: string, b: string): boolean {
  return a.toUpperCase().replaceAll(/\s+/g, '') === b.toUpperCase().replaceAll(/\s+/g, '');
}
