/** Parts of auth that do not need a running service. */
export { SHIPPED_ROLES } from './shipped-roles';
