/** Line drawings for empty states: letters, people, pages, drafts, a bell, a bookmark, a boat, a shield. They use the waves of `art`. */
import { ink, waves } from './frame-drawing.tsx'

export const lines = {
  letter: (
    <>
      {waves}
      <rect x="34" y="14" width="64" height="46" rx="8" {...ink} />
      <path d="M39 21l27 21 27-21" />
    </>
  ),
  people: (
    <>
      {waves}
      <circle cx="56" cy="22" r="12" {...ink} />
      <path d="M34 64v-4a17 17 0 0117-17h10a17 17 0 0117 17v4" {...ink} />
      <path d="M77 11a11 11 0 010 22M86 43a17 17 0 0113 17v4" opacity=".55" />
    </>
  ),
  nobody: (
    <>
      {waves}
      <circle cx="66" cy="22" r="12" strokeDasharray="5 6" {...ink} />
      <path d="M42 64v-4a17 17 0 0117-17h14a17 17 0 0117 17v4" strokeDasharray="5 6" {...ink} />
    </>
  ),
  pages: (
    <>
      {waves}
      <path d="M48 6h28l16 16v34a8 8 0 01-8 8H48a8 8 0 01-8-8V14a8 8 0 018-8z" {...ink} />
      <path d="M76 6v10a6 6 0 006 6h10" />
      <path d="M52 34h28M52 46h18" opacity=".55" />
    </>
  ),
  draft: (
    <>
      {waves}
      <path d="M74 10H46a8 8 0 00-8 8v38a8 8 0 008 8h36a8 8 0 008-8V38" {...ink} />
      <path d="M90 6l10 10-30 30-13 3 3-13z" {...ink} />
      <path d="M50 26h14M50 54h24" opacity=".55" />
    </>
  ),
  bell: (
    <>
      {waves}
      <path d="M40 54c7-6 8-13 8-22a18 18 0 0136 0c0 9 1 16 8 22z" {...ink} />
      <path d="M66 14V7M59 60a7 7 0 0014 0" {...ink} />
      <path d="M32 28a32 32 0 017-17M100 28a32 32 0 00-7-17" opacity=".55" />
    </>
  ),
  bookmark: (
    <>
      {waves}
      <path d="M52 6h28a8 8 0 018 8v50L66 48 44 64V14a8 8 0 018-8z" {...ink} />
      <path d="M56 22h20" opacity=".55" />
    </>
  ),
  bubbles: (
    <>
      {waves}
      <path d="M34 10h46a8 8 0 018 8v18a8 8 0 01-8 8H58L44 56V44H34a8 8 0 01-8-8V18a8 8 0 018-8z" {...ink} />
      <path d="M98 28a8 8 0 018 8v12a8 8 0 01-8 8v8l-10-8" opacity=".55" />
      <path d="M42 27h.01M57 27h.01M72 27h.01" strokeWidth="4" />
    </>
  ),
  boat: (
    <>
      {waves}
      <path d="M34 54h64l-12 16H46z" {...ink} />
      <path d="M66 54V8l26 38H66" {...ink} />
      <path d="M58 20v26H42z" opacity=".55" />
    </>
  ),
  shield: (
    <>
      {waves}
      <path d="M66 4l28 9v22c0 16-12 25-28 31-16-6-28-15-28-31V13z" {...ink} />
      <path d="M54 34l9 9 16-17" />
    </>
  ),
}
