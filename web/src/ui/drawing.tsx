/** The drawings of empty and failed screens. */
import type { ReactNode } from 'react'

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="132"
      height="96"
      viewBox="0 0 132 96"
      fill="none"
      stroke="var(--ink-3)"
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
const warn = { stroke: 'var(--warn)', strokeWidth: 2.5 }

export const art = {
  arriving: (
    <>
      {waves}
      <path d="M66 10v42M50 38l16 16 16-16" {...ink} />
    </>
  ),
  boxSilent: (
    <>
      <rect x="30" y="46" width="72" height="32" rx="9" {...ink} />
      <circle cx="88" cy="62" r="2.5" fill="var(--warn)" stroke="var(--warn)" />
      <path d="M42 62h20" />
      <path d="M44 90h44" opacity=".5" />
      <path d="M50 32a24 24 0 0132 0M42 22a36 36 0 0148 0" opacity=".55" />
      <path d="M48 8l36 32" {...warn} />
    </>
  ),
  boxNew: (
    <>
      <rect x="30" y="46" width="72" height="32" rx="9" {...ink} />
      <circle cx="88" cy="62" r="2.5" />
      <path d="M42 62h20" />
      <path d="M44 90h44" opacity=".5" />
      <path d="M50 32a24 24 0 0132 0M42 22a36 36 0 0148 0" opacity=".55" />
    </>
  ),
  films: (
    <>
      {waves}
      <rect x="46" y="8" width="40" height="56" rx="6" {...ink} />
      <path d="M32 16v46M100 16v46" opacity=".55" />
      <path d="M60 30l14 8-14 8z" />
    </>
  ),
  people: (
    <>
      {waves}
      <path d="M34 14h46a8 8 0 018 8v18a8 8 0 01-8 8H58L44 60V48H34a8 8 0 01-8-8V22a8 8 0 018-8z" {...ink} />
      <path d="M98 30a8 8 0 018 8v12a8 8 0 01-8 8v8l-10-8" opacity=".55" />
      <path d="M42 31h.01M57 31h.01M72 31h.01" strokeWidth="4" />
    </>
  ),
  lost: (
    <>
      {waves}
      <path d="M66 8l26 46H40z" {...ink} />
      <path d="M66 26v12M66 46h.01" {...warn} />
    </>
  ),
  nothingFound: (
    <>
      {waves}
      <circle cx="60" cy="30" r="22" {...ink} />
      <path d="M76 46l18 18" {...ink} />
      <path d="M48 32q6-5 12 0t12 0" opacity=".55" />
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
  phone: (
    <>
      {waves}
      <rect x="48" y="4" width="36" height="60" rx="8" {...ink} />
      <path d="M61 56h10" />
      <path d="M36 18l60 36" {...warn} />
    </>
  ),
}
