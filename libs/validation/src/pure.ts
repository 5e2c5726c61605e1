/** What of validation runs without a service. */
export { ruleFault } from './rules/rule-fault';
