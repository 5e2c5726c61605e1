import { startTracing } from '@app/common';
import { tracingOptions } from '@app/config';

const options = tracingOptions('worker');
// Imported before everything else: modules are instrumented as they are loaded.
if (options) startTracing(options);
