import { demoStage } from './demo-stage';
import { walkTwice } from './walk';

walkTwice('the catalog of the demo', undefined, demoStage);
