/** Icons of the player. */
import type { ReactNode } from 'react'

function draw(children: ReactNode) {
  return function Icon({ size = 24 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

const number = (text: string, x: number) => (
  <text
    x={x}
    y="15.7"
    textAnchor="middle"
    fill="currentColor"
    stroke="none"
    fontFamily="var(--sans)"
    fontWeight="700"
    fontSize="6.8"
  >
    {text}
  </text>
)

export const Back10Icon = draw(
  <>
    <path d="M5 4.5V9h4.5" />
    <path d="M5.6 9A8 8 0 1112 20a8 8 0 01-7.5-5.2" />
    {number('10', 12.2)}
  </>,
)
export const Forward30Icon = draw(
  <>
    <path d="M19 4.5V9h-4.5" />
    <path d="M18.4 9A8 8 0 1012 20a8 8 0 007.5-5.2" />
    {number('30', 11.7)}
  </>,
)
export const StopIcon = draw(<rect x="6" y="6" width="12" height="12" rx="2" />)
export const RemoteIcon = draw(
  <>
    <rect x="7.5" y="2.8" width="9" height="18.4" rx="4" />
    <circle cx="12" cy="8" r="2.2" />
    <path d="M10.4 13.2h.01M13.6 13.2h.01M10.4 16.6h.01M13.6 16.6h.01" strokeWidth="2" />
  </>,
)
export const ReturnIcon = draw(
  <>
    <path d="M9.5 6L4.5 11l5 5" />
    <path d="M4.5 11h8.5a6.500 6.500 0 016.500 6.500V19" />
  </>,
)
/** A screen with the box below it. */
export const BoxScreenIcon = draw(
  <>
    <rect x="3" y="3.5" width="18" height="11.5" rx="2.5" />
    <rect x="7" y="18" width="10" height="3" rx="1" />
  </>,
)
export const ScreenIcon = draw(
  <>
    <rect x="3" y="5" width="18" height="12" rx="2.5" />
    <path d="M8.500 20.500h7" />
  </>,
)
