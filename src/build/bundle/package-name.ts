/** The name of the package with the program alone. */
export const packageName = 'erp-engine-program';
