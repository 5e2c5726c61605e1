import { describeEachShape } from './every-type';
import { describeOperations } from './operation-conduct';

describeEachShape('the operations', describeOperations);
