/** Types of node-flags.mjs, which must be readable by the system's Node 18. */
export const programFlags: string[]
export const programEnv: Record<string, string>
