/** Parts of the frame that need a session: one chunk, since each file is a round trip more. */
export { NowPlayingBar } from './now-playing-bar.tsx'
export { SessionServices } from './session-services.tsx'
export { UnreadBadge } from './unread-badge.tsx'
