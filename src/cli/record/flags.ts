/** The flags of `engine record`. */
export interface RecordFlags {
  readonly calls?: string;
  /** Port of the loopback interface. */
  readonly listen?: number;
  readonly forward: string;
  readonly minutes: number;
  readonly out?: string;
  readonly keyFile?: string;
  readonly allow: readonly string[];
  readonly schema?: string;
  readonly writes?: true;
  readonly bank: readonly string[];
  readonly most: number;
  readonly explore: number;
  /** Minutes; 0: none are planted. */
  readonly mutants: number;
  readonly cases: number;
  readonly review?: true;
  readonly compare?: readonly string[];
  readonly scratch: readonly string[];
}
