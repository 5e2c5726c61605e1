import { invalidFields, isUuid, LAST_INSTANT } from '@app/common';
import { applyDecorators, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

function refuse(name: string, value: string, allowed: string): Error {
  const message = `must be ${allowed}, not ${JSON.stringify(value.slice(0, 100))}`;
  return invalidFields([{ field: name, message }]);
}

function pipe<T>(name: string, read: (text: string) => T | undefined, allowed: string): PipeTransform<string, T> {
  return {
    transform: (text) => {
      const value = read(text);
      if (value === undefined) throw refuse(name, text, allowed);
      return value;
    },
  };
}

/** A part of the path that is a UUID; given in lower case, as the database spells it. */
export function UuidParam(name = 'id'): ParameterDecorator {
  const read = (text: string) => (isUuid(text) ? text.toLowerCase() : undefined);
  return documented(name, { format: 'uuid' }, Param(name, pipe(name, read, 'a UUID')));
}

/** A part of the path in epoch milliseconds. */
export function TimestampParam(name = 'timestamp'): ParameterDecorator {
  const read = (text: string) => (/^\d{1,16}$/.test(text) && Number(text) <= LAST_INSTANT ? Number(text) : undefined);
  const allowed = `epoch milliseconds from 0 to ${LAST_INSTANT}`;
  const schema = { type: 'integer', format: 'int64', minimum: 0, maximum: LAST_INSTANT };
  return documented(name, schema, Param(name, pipe(name, read, allowed)));
}

/** Whether the text is a day of the calendar, such as 2026-01-31. */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text);
}

/** A part of the path that is a day of the calendar. */
export function DayParam(name: string): ParameterDecorator {
  const read = (text: string) => (isDay(text) ? text : undefined);
  return documented(name, { format: 'date' }, Param(name, pipe(name, read, 'a day such as 2026-01-31')));
}

/** A part of the path that is one of the given words. */
export function ChoiceParam(name: string, of: readonly string[]): ParameterDecorator {
  const read = (text: string) => (of.includes(text) ? text : undefined);
  return documented(name, { enum: [...of] }, Param(name, pipe(name, read, `one of ${of.join(', ')}`)));
}

/** The longest FQN: four names of 256 characters, quoted, of which each may be two code units. */
const MAX_FQN = 4 * (2 * 256 + 3);

/** That of a column: the table's, and as many names again for a column within columns. */
export const MAX_COLUMN_FQN = 2 * MAX_FQN;

/** A part of the path that is a fully qualified name. */
export function FqnParam(name = 'fqn', longest = MAX_FQN): ParameterDecorator {
  const read = (text: string) => (text.length > 0 && text.length <= longest ? text : undefined);
  return documented(name, { type: 'string' }, Param(name, pipe(name, read, `a name of 1 to ${longest} characters`)));
}

/** A decorator of a parameter cannot speak of its method to Nest; the OpenAPI document asks the method. */
function documented(name: string, schema: object, parameter: ParameterDecorator): ParameterDecorator {
  return (target, key, index) => {
    parameter(target, key, index);
    if (key === undefined) throw new TypeError(`${name} is no parameter of a method`);
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) applyDecorators(ApiParam({ name, schema: { type: 'string', ...schema } }))(target, key, descriptor);
  };
}
