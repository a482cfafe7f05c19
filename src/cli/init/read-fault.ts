/** Why the ERP cannot be read: the message is for the person. */
export class ReadFault extends Error {}
