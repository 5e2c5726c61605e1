export { Access, AnyPrincipal, OpenAccess, type AccessRequirement } from './access.decorators';
export { CurrentActor } from './current-actor.decorator';
export type { RouteAccess } from './route-access';
