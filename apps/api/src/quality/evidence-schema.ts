export * from '../http/described';
