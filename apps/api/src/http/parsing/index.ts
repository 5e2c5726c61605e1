export { AcceptsCsv, AcceptsJsonPatch, AcceptsNdjson, AcceptsYaml, BodyLimit } from './body.decorators';
export { NdjsonBody } from './ndjson-body';
export { CsvBody } from './csv-body';
