export {
  AcceptsCsv,
  AcceptsCsvOnly,
  AcceptsFiles,
  AcceptsForm,
  AcceptsJsonPatch,
  AcceptsNdjson,
  AcceptsText,
  AcceptsXml,
  BodyLimit,
} from './body.decorators';
export { NdjsonBody } from './ndjson-body';
export { isMultipart } from './multipart-body';
export { CsvBody } from './csv-body';
