/** Exports of this folder for tests. */
export { createContext } from './context.ts';
export { coordinateAt, memberCoordinate } from './contract-coordinate.ts';
export { coveredBlocks, coveredCodes, coveredCondition, coveredRefusal, coveredRequest } from './coverage-points.ts';
export { factCombinations } from './fact-combinations.ts';
