/** Icons of the player. */
import { drawIcon } from '../ui/draw-icon.tsx'

export const StopIcon = drawIcon(<rect x="6" y="6" width="12" height="12" rx="2" />)
export const RemoteIcon = drawIcon(
  <>
    <rect x="7.5" y="2.8" width="9" height="18.4" rx="4" />
    <circle cx="12" cy="8" r="2.2" />
    <path d="M10.4 13.2h.01M13.6 13.2h.01M10.4 16.6h.01M13.6 16.6h.01" strokeWidth="2" />
  </>,
)
export const ReturnIcon = drawIcon(
  <>
    <path d="M9.5 6L4.5 11l5 5" />
    <path d="M4.5 11h8.5a6.500 6.500 0 016.500 6.500V19" />
  </>,
)
/** A screen with the box below it. */
export const BoxScreenIcon = drawIcon(
  <>
    <rect x="3" y="3.5" width="18" height="11.5" rx="2.5" />
    <rect x="7" y="18" width="10" height="3" rx="1" />
  </>,
)
export const ScreenIcon = drawIcon(
  <>
    <rect x="3" y="5" width="18" height="12" rx="2.5" />
    <path d="M8.500 20.500h7" />
  </>,
)
