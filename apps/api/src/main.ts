import { startedProcesses } from './processes/primary';

// The process that starts others loads nothing of what they serve with.
if (!startedProcesses()) void import('./serve.js');
