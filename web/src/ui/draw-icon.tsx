/** The way every icon is drawn: 24 grid, 1.75 stroke, round. */
import type { ReactNode } from 'react'

export function drawIcon(children: ReactNode, usualSize = 24) {
  return function Icon({ size = usualSize, strokeWidth = 1.75 }: { size?: number; strokeWidth?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}
