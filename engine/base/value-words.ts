/** Kinds of plain values in messages. */
export const valueWords = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  instant: 'a date and time',
  time: 'a time of day',
} as const;
