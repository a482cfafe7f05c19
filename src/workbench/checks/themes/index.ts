/** Exports of this folder for tests. */
export { keyRotation } from './key-rotation.ts';
