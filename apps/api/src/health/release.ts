import { release } from '@app/config';

/** Our own release. */
export const RELEASE = release();

/** The version of the interface that we speak; its clients compare major and minor with their own. */
export const INTERFACE_VERSION = '1.12.0';
