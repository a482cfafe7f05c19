/** Days that mean "no date". */

/** Days that ERPs write where there is no date. None of them is the day of a document. */
const noDates = ['0000-00-00', '0001-01-01', '1753-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '9999-12-31'];

/** The day of a date or time that means "no date"; undefined if it is a date. */
export const noDateOf = (text: string): string | undefined => noDates.find((one) => text.startsWith(one));
