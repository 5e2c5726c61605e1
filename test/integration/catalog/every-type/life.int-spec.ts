import { describeEveryType } from './every-type';
import { describeLife } from './life-conduct';

describeEveryType('the life', describeLife);
