/** Node flags and environment that keep cloud and station small on a home box (docs/decisions/007-memory.md); used by `npm start`, the benches and the end-to-end tests. */

/**
 * A young generation of 1 MB, small code, no TurboFan (a start alone makes it compile, at a cost of 5 MB in each program), and Maglev only for hot functions: at the
 * default of 400 calls a start alone makes it compile 250 functions at once, whose working memory (12 MB in the cloud) is never returned.
 */
export const programFlags = ['--optimize-for-size', '--max-semi-space-size=1', '--no-opt', '--invocation-count-for-maglev=2000']

/** By default glibc creates up to eight heaps per core and returns little of them: with these, larger allocations than a page or two go straight back to the system. */
export const programEnv = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '4096',
}
