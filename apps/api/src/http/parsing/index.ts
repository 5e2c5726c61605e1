export { AcceptsJsonPatch, AcceptsNdjson, AcceptsYaml, BodyLimit, LARGE_BODY } from './body.decorators';
export { NdjsonBody } from './ndjson-body';
