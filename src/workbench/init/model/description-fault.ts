/** The text is not the description of a service. The message says what is missing. */
export class DescriptionFault extends Error {}
