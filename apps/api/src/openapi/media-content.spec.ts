import { describedIn } from './media-content';

const TEXT = { type: 'string' };
const OBJECT = { type: 'object' };
const FILES = { type: 'object', properties: { manifest: { format: 'binary' } } };
const examples = { json: { value: { a: 1 } }, csv: { value: 'a\n1' } };

describe('a body of a media type', () => {
  it('is a file where it is sent as bytes', () => {
    const described = { schema: TEXT, examples: { csv: examples.csv } };
    const schema = { type: 'string', format: 'binary' };
    expect(describedIn('application/octet-stream', described)).toEqual({ ...described, schema });
  });

  it('shows of alternatives what can stand in it, with its examples', () => {
    const body = { schema: { anyOf: [OBJECT, TEXT] }, examples };
    expect(describedIn('application/json', body)).toEqual({ schema: OBJECT, examples: { json: examples.json } });
    expect(describedIn('text/csv', body)).toEqual({ schema: TEXT, examples: { csv: examples.csv } });
    expect(describedIn('application/xml', body)).toEqual({ schema: TEXT, examples: { csv: examples.csv } });
  });

  it('takes several that fit, files as parts, and what is the same for all as it is', () => {
    const list = { type: 'array' };
    const more = { schema: { oneOf: [OBJECT, list, TEXT] } };
    expect(describedIn('application/yaml', more)).toEqual({ schema: { oneOf: [OBJECT, list] } });
    const parts = { schema: { oneOf: [FILES, OBJECT] }, examples: { example: { value: { manifest: {} } } } };
    const files = { example: { value: { manifest: '{}' } } };
    expect(describedIn('multipart/form-data', parts)).toEqual({ schema: FILES, examples: files });
    expect(describedIn('application/json', parts)).toEqual({ schema: OBJECT, examples: parts.examples });
    const one = { schema: { oneOf: [OBJECT, list] } };
    expect(describedIn('application/json', one)).toBe(one);
    expect(describedIn('text/csv', { schema: TEXT })).toEqual({ schema: TEXT });
  });
});
