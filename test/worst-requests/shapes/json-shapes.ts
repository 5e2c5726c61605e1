import { fill, isObject, objectText, type Shape } from './shape';

/** The body as it is shown, and further members behind it. */
const withMembers =
  (make: (bytes: number) => string): Shape =>
  ({ example, bytes }) => {
    if (!isObject(example)) return undefined;
    const shown = objectText(Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)]));
    return `${shown.slice(0, -1)}${shown === '{}' ? '' : ','}${make(bytes - shown.length - 2)}}`;
  };

/** What can be wrong with any body of JSON, whatever its schema says. */
export const JSON_SHAPES: Readonly<Record<string, Shape>> = {
  'unknown members': withMembers((bytes) => fill((at) => `"unknown${at}":1`, bytes)),
  'one unknown member, long': withMembers((bytes) => `"unknown":"${'a'.repeat(bytes - 12)}"`),
  'one unknown name, long': withMembers((bytes) => `"${'a'.repeat(bytes - 4)}":1`),
  'a name given twice at the end': withMembers((bytes) => `${fill((at) => `"m${at}":1`, bytes - 16)},"m0":2`),
  'names that are met once': ({ bytes }) =>
    `[${fill((object) => `{${fill((at) => `"m${object}_${at}":1`, Infinity, 100)}}`, bytes - 2)}]`,
  'members of nothing': withMembers((bytes) => fill((at) => `"m${at}":null`, bytes)),
  'empty lists': ({ bytes }) => `[${fill('[]', bytes - 2)}]`,
  'empty objects': ({ bytes }) => `[${fill('{}', bytes - 2)}]`,
  'open lists': ({ bytes }) => '['.repeat(bytes),
  'open texts': ({ bytes }) => `["${fill('\\"', bytes - 2, Infinity, '')}`,
  'deep lists side by side': ({ bytes }) => `[${fill('['.repeat(60) + ']'.repeat(60), bytes - 2)}]`,
  'one long number': ({ bytes }) => '1'.repeat(bytes),
  'many long numbers': ({ bytes }) => `[${fill('0.10000000000000000000000001', bytes - 2)}]`,
  'many large integers': ({ bytes }) => `[${fill(`1${'0'.repeat(300)}`, bytes - 2)}]`,
  blanks: ({ bytes }) => `${' '.repeat(bytes - 2)}{}`,
  'one text': ({ bytes }) => `"${'a'.repeat(bytes - 2)}"`,
};
