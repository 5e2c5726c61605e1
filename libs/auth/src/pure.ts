/** Parts of auth that do not need a running service. */
export { SHIPPED_ROLES } from './shipped-roles';
export { CONDITION_WORDS, OPERATION_WORDS } from './permission/rule-words';
