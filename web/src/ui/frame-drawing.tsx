/** How empty and failed screens are drawn, and the three drawings that the first route may need. */
import type { ReactNode } from 'react'

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="132"
      height="96"
      viewBox="0 0 132 96"
      fill="none"
      stroke="var(--ink-tertiary)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const waves = (
  <>
    <path d="M10 78q14-10 28 0t28 0 28 0 28 0" />
    <path d="M26 90q13-8 26 0t27 0 27 0" opacity=".5" />
  </>
)
export const ink = { stroke: 'var(--ink)', strokeWidth: 2.5 }
export const warn = { stroke: 'var(--warn)', strokeWidth: 2.5 }

export const frameArt = {
  films: (
    <>
      {waves}
      <rect x="46" y="8" width="40" height="56" rx="6" {...ink} />
      <path d="M32 16v46M100 16v46" opacity=".55" />
      <path d="M60 30l14 8-14 8z" />
    </>
  ),
  lost: (
    <>
      {waves}
      <path d="M66 8l26 46H40z" {...ink} />
      <path d="M66 26v12M66 46h.01" {...warn} />
    </>
  ),
  noPage: (
    <>
      {waves}
      <path d="M66 34v30M66 4v8" {...ink} />
      <path d="M38 12h46l12 11-12 11H38z" {...ink} />
      <path d="M50 23h22" opacity=".55" />
      <path d="M94 44H56l-9 7 9 7h38z" opacity=".55" />
    </>
  ),
}
