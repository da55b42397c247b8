/** The parts of home that show after its first paint: one chunk, since each file is a round trip more. */
export { Banners } from '../../home/banners.tsx'
export { FromForum } from '../../home/from-forum.tsx'
export { FirstAccount } from '../../shared/first-account.tsx'
