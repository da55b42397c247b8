/** The types of node-flags.mjs, which the system's Node 18 must be able to read. */
type ProgramOptions = { flags: string[]; env: Record<string, string> }
export function programOptions(program: 'cloud' | 'station', env: Record<string, string | undefined>): ProgramOptions
