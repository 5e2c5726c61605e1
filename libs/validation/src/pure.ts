/** Parts of validation that do not need a running service. */
export { ruleFault } from './rules/rule-compiler';
export { checkQuality } from './checks/quality-check';
export { overallVerdict } from './checks/verdict';
