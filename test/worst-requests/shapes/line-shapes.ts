import { fill, type Shape } from './shape';

/** Bodies of lines, each of them JSON. */
export const NDJSON_SHAPES: Readonly<Record<string, Shape>> = {
  'empty lines': ({ bytes }) => '\n'.repeat(bytes),
  'empty objects': ({ bytes }) => fill('{}', bytes, Infinity, '\n'),
  'lines that are no JSON': ({ bytes }) => fill('x', bytes, Infinity, '\n'),
  'one long line': ({ bytes }) => `[${fill('[]', bytes - 2)}]`,
  'objects with names of their own': ({ bytes }) =>
    fill((line) => `{${fill((at) => `"m${line}_${at}":1`, Infinity, 500)}}`, bytes, 9_999, '\n'),
  'large objects': ({ bytes }) => fill(`{${fill((at) => `"m${at}":1`, 60_000)}}`, bytes, Infinity, '\n'),
};

const csvHead = (example: unknown) => (typeof example === 'string' ? (example.split('\r\n')[0] ?? '') : 'a,b');

/** Bodies of cells; the line of the headers is the one that the document shows. */
export const CSV_SHAPES: Readonly<Record<string, Shape>> = {
  'empty lines': ({ example, bytes }) => `${csvHead(example)}\r\n${fill('', bytes - 4_000, Infinity, '\r\n')}`,
  'empty cells': ({ example, bytes }) =>
    `${csvHead(example)}\r\n${fill(','.repeat(23), bytes - 4_000, Infinity, '\r\n')}`,
  'too many cells': ({ example, bytes }) => `${csvHead(example)}\r\n${','.repeat(bytes - 4_000)}`,
  'one long cell': ({ example, bytes }) => `${csvHead(example)}\r\n"${'a'.repeat(bytes - 4_000)}"`,
  'quotes that stay open': ({ example, bytes }) => `${csvHead(example)}\r\n"${'""'.repeat(bytes / 2 - 4_000)}`,
  'lines of the example': ({ example, bytes }) => {
    const [head = '', ...lines] = typeof example === 'string' ? example.split('\r\n') : [];
    return `${head}\r\n${fill(lines.join('\r\n'), bytes - 4_000, Infinity, '\r\n')}`;
  },
  'tables of one column': ({ example, bytes }) => {
    const [head = '', line = ''] = typeof example === 'string' ? example.split('\r\n') : [];
    return `${head}\r\n${fill((at) => line.replace(/^([^,]*),[^,]*/, `$1,t${at}`), bytes - 4_000, Infinity, '\r\n')}`;
  },
  'many headers': ({ bytes }) => fill((at) => `h${at}`, bytes),
};

const BOUNDARY = 'boundary-of-parts';
export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (name: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.json"\r\n\r\n${content}\r\n`;
const parts = (...all: readonly string[]) => `${all.join('')}--${BOUNDARY}--\r\n`;

/** Bodies in parts, with files of JSON as dbt writes them. */
export const MULTIPART_SHAPES: Readonly<Record<string, Shape>> = {
  'empty lists': ({ bytes }) => parts(part('manifest', `{"nodes":[${fill('[]', bytes - 500)}]}`)),
  'empty nodes': ({ bytes }) =>
    parts(part('manifest', `{"nodes":{${fill((at) => `"model.a.m${at}":{}`, bytes - 500)}}}`)),
  'many models': ({ bytes }) =>
    parts(
      part(
        'manifest',
        `{"nodes":{${fill((at) => `"model.a.m${at}":{"resource_type":"model","name":"m${at}","schema":"s","database":"d"}`, bytes - 500)}}}`,
      ),
    ),
  'unknown members': ({ bytes }) => parts(part('manifest', `{${fill((at) => `"unknown${at}":1`, bytes - 500)}}`)),
  'members of nothing': ({ bytes }) =>
    parts(part('manifest', `{"nodes":{${fill((at) => `"m${at}":null`, bytes - 500)}}}`)),
  'members of what is not read': ({ bytes }) =>
    parts(part('manifest', `{"other":{${fill((at) => `"m${at}":null`, bytes - 500)}},"nodes":{}}`)),
  'members of one node': ({ bytes }) =>
    parts(part('manifest', `{"nodes":{"model.a.b":{${fill((at) => `"m${at}":null`, bytes - 500)}}}}`)),
  'lists in nodes': ({ bytes }) =>
    parts(part('manifest', `{"nodes":{${fill((at) => `"model.a.m${at}":[${fill('[]', 7_000_000)}]`, bytes - 500)}}}`)),
  'dependencies of models': ({ bytes }) =>
    parts(
      part(
        'manifest',
        `{"nodes":{${fill((at) => `"model.a.m${at}":{"schema":"s","name":"m","depends_on":{"nodes":[${fill((one) => `"m${one}"`, 4_000_000)}]}}`, bytes - 500)}}}`,
      ),
    ),
  'results with long messages': ({ bytes }) =>
    parts(
      part(
        'run_results',
        `{"results":[${fill(`{"unique_id":"a","status":"fail","message":"${'a'.repeat(3_000_000)}"}`, bytes - 500)}]}`,
      ),
    ),
  'deep lists': ({ bytes }) => parts(part('manifest', '['.repeat(bytes - 500))),
  'one long text': ({ bytes }) => parts(part('manifest', `{"nodes":"${'a'.repeat(bytes - 500)}"}`)),
  'one long number': ({ bytes }) => parts(part('manifest', `{"nodes":${'1'.repeat(bytes - 500)}}`)),
  blanks: ({ bytes }) => parts(part('manifest', ' '.repeat(bytes - 500))),
  'many parts': ({ bytes }) => parts(fill(part('manifest', '{}'), bytes - 500, Infinity, '')),
};
