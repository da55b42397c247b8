/** Building blocks of SVG illustrations: flat colours, no text; the same in both themes. */
import type { ReactNode } from 'react'

export const wall = '#cdbda6'
export const glow = '#e3d3b2'
export const wood = '#a9845c'
export const edge = '#7a5738'
export const ink = '#2a2620'
export const paper = '#f3ede2'
export const grey = '#d3cabc'
export const dusk = '#f2b366'
export const sun = '#fbe7b8'
export const sea = '#c8503f'
export const red = '#c4281b'
export const leaf = '#4f7049'
export const navy = '#16233f'
export const sky = '#31466f'

export const ground = (
  <>
    <rect y="150" width="320" height="6" fill={wood} />
    <rect y="156" width="320" height="24" fill={edge} />
  </>
)

export function Box({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect width="76" height="28" rx="7" fill={paper} />
      <path d="M0 17h76v4a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7z" fill={grey} />
      <circle cx="64" cy="10" r="2.6" fill={red} />
      <path d="M8 9h22M8 13h22" stroke={grey} strokeWidth="1.6" />
    </g>
  )
}

export function Tv({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect x="60" y="98" width="32" height="20" fill={ink} />
      <rect x="40" y="116" width="72" height="6" fill={ink} />
      <rect width="152" height="98" rx="4" fill={ink} />
      <rect x="5" y="5" width="142" height="88" fill={dusk} />
      <path d="M36 80a40 40 0 0 1 80 0z" fill={sun} />
      <rect x="5" y="78" width="142" height="15" fill={sea} />
      <path d="M112 84V62l10 22z" fill={navy} />
    </g>
  )
}

export const moonlight = (
  <>
    <circle cx="236" cy="50" r="26" fill={sun} />
    <circle cx="248" cy="42" r="24" fill={navy} />
    <path d="M60 40h2M110 26h2M160 58h2M90 78h2M286 92h2M30 88h2" stroke={sun} strokeWidth="3" strokeLinecap="round" />
  </>
)

/** A drawing on its background, 16:9. */
export function Drawn({ back, children }: { back: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 180" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="180" fill={back} />
      {children}
    </svg>
  )
}
