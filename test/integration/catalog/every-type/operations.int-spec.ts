import { describeEveryType } from './every-type';
import { describeOperations } from './operation-conduct';

describeEveryType('the operations', describeOperations);
