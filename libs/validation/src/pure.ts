/** Parts of validation that do not need a running service. */
export { ruleFault } from './rules/rule-fault';
export { overallVerdict, type Dimensions } from './checks/verdict';
