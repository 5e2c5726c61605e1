/** The rules of a job take longer than a first look gives them. */
export class HeavyRules extends Error {}
