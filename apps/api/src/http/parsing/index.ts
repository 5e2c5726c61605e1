export { AcceptsJsonPatch, AcceptsYaml, BodyLimit, LARGE_BODY } from './body.decorators';
