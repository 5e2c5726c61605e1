export { AcceptsJsonPatch, AcceptsNdjson, AcceptsYaml, BodyLimit } from './body.decorators';
export { NdjsonBody } from './ndjson-body';
