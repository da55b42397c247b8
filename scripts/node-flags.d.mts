/** The types of node-flags.mjs, which the system's Node 18 must be able to read. */
export const programFlags: string[]
export const programEnv: Record<string, string>
