/** Columns (fields, tasks, features) of one asset, including nested ones. */
export const MOST_PARTS = 10_000;
/** Tags and terms on one entity or part. */
export const MOST_LABELS = 100;
/** Owners, reviewers or experts of one entity. */
export const MOST_PEOPLE = 100;
/** Custom metrics on one table or column. */
export const MOST_METRICS = 100;
/** Most pipelines reported to process one table. */
export const MOST_PIPELINES = 1_000;
/** Items of any other list. */
export const MOST_ITEMS = 10_000;
/** Members of an open object. */
export const MOST_MEMBERS = 10_000;
/** Characters of a description, of Markdown, or of a type's display text. */
export const LONGEST_DESCRIPTION = 256 * 1024;
/** Characters of SQL, code, or the text of a schema. */
export const LONGEST_CODE = 1024 * 1024;
/** Characters of a URI. */
export const LONGEST_URI = 16 * 1024;
/** Characters of any other text. */
export const LONGEST_TEXT = 64 * 1024;
/** Bytes of JSON of an open object. */
export const LARGEST_OBJECT = 64 * 1024;
/** Bytes of JSON of one document; less than the request body limit. */
export const LARGEST_DOCUMENT = 4 * 1024 * 1024;
