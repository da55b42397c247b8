/** How cloud and station are run so that both together stay small on a box at home (docs/decisions/007-memory.md): what `npm start`, the benches and the end-to-end stories hand to Node. */

/**
 * A young generation of 1 MB, small code, no TurboFan (what a start alone wakes it for costs 5 MB in each program), and Maglev only for what is called often: at the
 * default of 400 calls a start alone wakes it for 250 functions at once, whose working memory (12 MB in the cloud) is never given back.
 */
export const programFlags = ['--optimize-for-size', '--max-semi-space-size=1', '--no-opt', '--invocation-count-for-maglev=2000']

/** glibc otherwise makes up to eight heaps per core, and gives little of them back: what is larger than a page or two goes straight back to the system. */
export const programEnv = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '4096',
}
