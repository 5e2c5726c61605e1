/** Parts of embedded that do not need a running service. */
export { exitWithParent } from './exit-with-parent';
