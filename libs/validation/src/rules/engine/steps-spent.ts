/** A rule took all the steps that it may take. */
export class StepsSpent extends Error {}
