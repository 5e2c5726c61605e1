import { missingReal, realStage } from './real-stage';
import { walkTwice } from './walk';

walkTwice('a catalog that others published', missingReal, realStage);
