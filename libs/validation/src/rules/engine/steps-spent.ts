/** A rule exceeded its step budget. */
export class StepsSpent extends Error {}
