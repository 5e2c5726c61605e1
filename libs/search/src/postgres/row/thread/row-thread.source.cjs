// The thread of long documents straight from its TypeScript source, where there is no build.
require('../../../../../common/src/thread/typescript-source.cjs');
require('./row-thread.ts');
