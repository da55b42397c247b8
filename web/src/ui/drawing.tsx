/** The drawings of empty and failed screens. */
import { frameArt, ink, warn, waves } from './frame-drawing.tsx'

export const art = {
  ...frameArt,
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
  bin: (
    <>
      {waves}
      <path d="M46 22l4 38a6 6 0 006 5h20a6 6 0 006-5l4-38" {...ink} />
      <path d="M38 20h56" {...ink} />
      <path d="M56 20v-5a6 6 0 016-6h8a6 6 0 016 6v5" {...ink} />
      <path d="M60 32l1.5 22M72 32l-1.5 22" opacity=".55" />
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
  nothingFound: (
    <>
      {waves}
      <circle cx="60" cy="30" r="22" {...ink} />
      <path d="M76 46l18 18" {...ink} />
      <path d="M48 32q6-5 12 0t12 0" opacity=".55" />
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
