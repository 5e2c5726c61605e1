/** Parts of validation that do not need a running service. */
export { ruleFault } from './rules/rule-fault';
export { overallVerdict } from './checks/verdict';
