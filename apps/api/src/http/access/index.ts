export { Access, AnyPrincipal, OpenAccess } from './access.decorators';
export type { AccessRequirement } from './access.decorators';
export { CurrentActor } from './current-actor.decorator';
export type { RouteAccess } from './route-access';
