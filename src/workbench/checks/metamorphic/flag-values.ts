/** The values that ERPs write for yes and no. */

/** Whether a flag has this value for yes: `1`, `t`, `Y`, `ja`. */
export const isYes = (value: string): boolean => /^(1|t|true|y|yes|j|ja)$/i.test(value);

/** Whether a flag has this value for no: `0`, `f`, `N`, `nein`. */
export const isNo = (value: string): boolean => /^(0|f|false|n|no|nein)$/i.test(value);
