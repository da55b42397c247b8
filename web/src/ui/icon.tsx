/** Icons: lucide's where they match the design, our own elsewhere. */
import { drawIcon } from './draw-icon.tsx'

const solid = { fill: 'currentColor', stroke: 'none' }

export const HomeIcon = drawIcon(
  <>
    <path d="M4 11l8-7 8 7v8a1.5 1.5 0 01-1.5 1.5h-13A1.5 1.5 0 014 19z" />
    <path d="M9.5 20.5V15h5v5.5" />
  </>,
)
export const FilmIcon = drawIcon(
  <>
    <rect x="3.5" y="4" width="17" height="16" rx="2.5" />
    <path d="M8 4v16M16 4v16M3.5 9.3H8M3.5 14.7H8M16 9.3h4.5M16 14.7h4.5" />
  </>,
)
export const BoxIcon = drawIcon(
  <>
    <rect x="3" y="8" width="18" height="9.5" rx="2.8" />
    <path d="M7 12.8h5" />
    <circle cx="17" cy="12.8" r=".9" fill="currentColor" />
    <path d="M6.5 20.3h11M12 17.5v2.8M8.6 4.9a5 5 0 016.8 0" />
  </>,
)
export const CompassIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M15.6 8.4l-2.1 5.1-5.1 2.1 2.1-5.1z" />
  </>,
)
export const PersonIcon = drawIcon(
  <>
    <circle cx="12" cy="8.2" r="3.9" />
    <path d="M4.5 20.3c.9-3.9 3.9-5.8 7.5-5.8s6.6 1.9 7.5 5.8" />
  </>,
)
export const BackIcon = drawIcon(<path d="M14.5 5l-7 7 7 7" />)
export const DownloadIcon = drawIcon(
  <>
    <path d="M12 4v11M7 10.5l5 5 5-5" />
    <path d="M4.5 20h15" />
  </>,
)
/** Into a phone. */
export const TakeIcon = drawIcon(
  <>
    <rect x="4" y="3" width="11" height="18" rx="2.5" />
    <path d="M8.5 17.5h2M19 7v9M16 13l3 3 3-3" />
  </>,
)
export const PauseIcon = drawIcon(
  <>
    <rect x="6.5" y="5" width="3.8" height="14" rx="1.2" {...solid} />
    <rect x="13.7" y="5" width="3.8" height="14" rx="1.2" {...solid} />
  </>,
)
export const PlayIcon = drawIcon(
  <path d="M8 5.6v12.8c0 .9 1 1.4 1.7.9l9.3-6.4a1.1 1.1 0 000-1.8L9.7 4.7C9 4.2 8 4.7 8 5.6z" {...solid} />,
)
export const VideoIcon = drawIcon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="M10.5 9.5v5l4-2.5z" fill="currentColor" />
  </>,
)
export const SlidersIcon = drawIcon(
  <>
    <path d="M4 7.5h9M17.5 7.5H20M4 16.5h2.5M11 16.5h9" />
    <circle cx="15.2" cy="7.5" r="2.3" />
    <circle cx="8.8" cy="16.5" r="2.3" />
  </>,
)
export const RetryIcon = drawIcon(
  <>
    <path d="M19.5 5v4.5H15M4.5 19v-4.5H9" />
    <path d="M18.8 9.5A7.5 7.5 0 005.5 8M5.2 14.5A7.5 7.5 0 0018.5 16" />
  </>,
)
export const MinusIcon = drawIcon(<path d="M5 12h14" />)
export const CheckIcon = drawIcon(<path d="M5 12.5l4.6 4.6L19 7.5" />)
export const WarnIcon = drawIcon(
  <>
    <path d="M12 4L2.8 19.5h18.4z" />
    <path d="M12 10v4.5M12 17h.01" />
  </>,
)
export const ClockIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.3" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const PhoneOffIcon = drawIcon(
  <path d="M4 4l16 16M8.5 15.3a5 5 0 016.6-.3M5.3 11.8a9.6 9.6 0 014.3-2.4M13.5 9.1a9.6 9.6 0 015.2 2.7M2.8 8.3a13.8 13.8 0 014-2.6M10.5 4.6A14 14 0 0121.2 8.3M12 19h.01" />,
)
export const CloudOffIcon = drawIcon(
  <path d="M4 4l16 16M7.3 8.2A5 5 0 007 18h10.5M10 5.8a5.3 5.3 0 017.3 4.4 3.9 3.9 0 012.3 6.3" />,
)
export const BoxOffIcon = drawIcon(
  <path d="M4 4l16 16M8.5 8H5.8A2.8 2.8 0 003 10.8v3.9a2.8 2.8 0 002.8 2.8H17M13 8h5.2a2.8 2.8 0 012.8 2.8v3.9c0 .5-.1.9-.3 1.3M7 12.8h3M6.5 20.3h11" />,
)
export const TvOffIcon = drawIcon(
  <path d="M4 4l16 16M8 5h11a2 2 0 012 2v8c0 .7-.3 1.2-.8 1.6M17 17H5a2 2 0 01-2-2V7c0-.9.5-1.6 1.3-1.9M8 20.5h8" />,
)

/** The logo: a roof over one wave. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      aria-hidden="true"
      fill="none"
      stroke="#fff"
      strokeWidth="2.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect width="28" height="28" rx="7.5" fill="var(--red-fill)" stroke="none" />
      <path d="M6.5 13.8L14 7.2l7.5 6.6" />
      <path d="M6.5 19.3c1.9-2.3 3.7-2.3 5.6 0 1.9 2.3 3.7 2.3 5.6 0 1.2-1.5 2.5-2 3.8-1.6" />
    </svg>
  )
}
