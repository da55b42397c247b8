/** How cloud and station are run so that both together stay small on a box at home (docs/decisions/007-memory.md): what `npm start`, the benches and the end-to-end stories hand to Node. */

/** The young generation of 1 MB: what a program of this size throws away is collected at once. */
export const programFlags = ['--max-semi-space-size=1']

/** glibc otherwise makes up to eight heaps per core, and gives little of them back. */
export const programEnv = { MALLOC_ARENA_MAX: '1' }
