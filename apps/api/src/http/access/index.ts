export { Access, AnyPrincipal, OpenAccess, TakesApiKey, type AccessRequirement } from './access.decorators';
export { CurrentActor, Origin } from './current-actor.decorator';
export { PlansAhead, readFor, ReadsAhead, workFor } from './read-ahead';
export type { RouteAccess } from './route-access';
