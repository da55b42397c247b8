/** Icons of the TV page. */
import type { ReactNode } from 'react'
import { drawIcon } from '../ui/draw-icon.tsx'

const mark = (children: ReactNode) => drawIcon(children, 40)

export const SearchMark = mark(
  <>
    <circle cx="10.8" cy="10.8" r="6.3" />
    <path d="M15.5 15.5l4.7 4.7" />
  </>,
)
export const ShelfMark = mark(<path d="M4 6.5h16M4 12h10M4 17.5h6" />)
export const PersonMark = mark(
  <>
    <circle cx="12" cy="8.5" r="4" />
    <path d="M4.5 20c1-4 4-6 7.5-6s6.500 2 7.500 6" />
  </>,
)
export const SubtitlesMark = mark(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <path d="M7 11.500h4M14 11.500h3M7 15h7M17 15h.01" />
  </>,
)
export const AudioMark = mark(<path d="M4 10v4M8 6.500v11M12 9v6M16 5v14M20 10v4" />)
export const CommentsMark = mark(
  <path d="M5.500 4.500h13a2 2 0 012 2V14a2 2 0 01-2 2H12l-4.500 4v-4h-2a2 2 0 01-2-2V6.500a2 2 0 012-2z" />,
)
export const NightMark = mark(<path d="M19.500 14.300A8 8 0 019.700 4.500a8 8 0 109.800 9.800z" />)
export const SpeedMark = mark(
  <>
    <path d="M4.500 17.500a8.500 8.500 0 1115 0" />
    <path d="M12 14l4-4.500" />
  </>,
)
export const CastMark = mark(
  <>
    <path d="M4 8.500V7a2 2 0 012-2h12a2 2 0 012 2v10a2 2 0 01-2 2h-4" />
    <path d="M4 12a7 7 0 017 7M4 15.500A3.500 3.500 0 017.500 19M4 19h.01" />
  </>,
)
export const SpaceMark = mark(<path d="M5 11v4h14v-4" />)
export const BelowMark = mark(<path d="M6 9.500l6 6 6-6" />)
export const DeleteMark = mark(
  <>
    <path d="M8.500 5.500H19a2 2 0 012 2v9a2 2 0 01-2 2H8.500L3 12z" />
    <path d="M11.500 9.500l5 5M16.500 9.500l-5 5" />
  </>,
)
const heart = 'M12 20s-7.500-4.600-7.500-10.200A4.200 4.200 0 0112 7.300a4.200 4.200 0 017.500 2.500C19.500 15.400 12 20 12 20z'
export const FavoriteMark = mark(<path d={heart} fill="currentColor" />)
export const NoFavoriteMark = mark(<path d={heart} />)
export const CloseMark = mark(<path d="M6 6l12 12M18 6L6 18" />)
export const FullScreenMark = mark(<path d="M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15" />)
export const LeaveFullScreenMark = mark(<path d="M9 4.500V9H4.500M19.500 9H15V4.500M15 19.500V15h4.500M4.500 15H9v4.500" />)
const loudspeaker = 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z'
export const SoundMark = mark(<path d={`${loudspeaker}M15.500 9a4.200 4.200 0 010 6M18 6.500a7.800 7.800 0 010 11`} />)
export const MutedMark = mark(<path d={`${loudspeaker}M16 9.500l5 5M21 9.500l-5 5`} />)
