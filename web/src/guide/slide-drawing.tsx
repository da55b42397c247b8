/** The drawings of the guides' slides. */
import type { Drawing } from '@homeport/contract/guide.ts'
import type { ReactNode } from 'react'
import { Illustration } from '../ui/illustration.tsx'
import {
  wall,
  glow,
  edge,
  ink,
  paper,
  grey,
  dusk,
  sun,
  sea,
  red,
  leaf,
  navy,
  sky,
  ground,
  Box,
  Tv,
  moonlight,
  Drawn,
} from '../ui/illustration-parts.tsx'

function Phone({ children }: { children: ReactNode }) {
  return (
    <g transform="translate(118 16)">
      <rect width="84" height="150" rx="14" fill={ink} />
      <rect x="5" y="5" width="74" height="140" rx="10" fill={paper} />
      {children}
    </g>
  )
}

function rows(x: number, y: number, widths: readonly number[]) {
  return widths.map((width, index) => (
    <g key={width} transform={`translate(${x} ${y + index * 24})`}>
      <rect width="14" height="14" rx="4" fill={index < 2 ? ink : 'none'} stroke={ink} strokeWidth="1.6" />
      {index < 2 && <path d="M3.5 7.2l2.6 2.6 4.6-5.2" stroke={paper} strokeWidth="1.8" fill="none" />}
      <rect x="24" y="3" width={width} height="8" rx="4" fill={grey} />
    </g>
  ))
}

function head(x: number, y: number, shirt: string) {
  return (
    <g key={x} transform={`translate(${x} ${y})`}>
      <circle r="17" fill={glow} />
      <path d="M-17-4a17 17 0 0 1 34 0c-8-6-26-6-34 0z" fill={ink} />
      <path d="M-30 56c0-24 14-34 30-34s30 10 30 34z" fill={shirt} />
    </g>
  )
}

const drawn = {
  box: [
    wall,
    <>
      {ground}
      <Box x={84} y={94} size={2} />
      <path
        d="M110 76c-8-12 8-18 0-32M160 70c-8-12 8-18 0-32M210 76c-8-12 8-18 0-32"
        stroke={paper}
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
    </>,
  ],
  phone: [
    glow,
    <Phone key="phone">
      <g fill={ink}>
        <path d="M20 40h18v18H20zM46 40h18v18H46zM20 66h18v18H20z" />
        <path d="M46 66h6v6h-6zM58 66h6v6h-6zM52 72h6v6h-6zM46 78h6v6h-6zM58 78h6v6h-6z" />
      </g>
      <g fill={paper}>
        <path d="M25 45h8v8h-8zM51 45h8v8h-8zM25 71h8v8h-8z" />
      </g>
      <rect x="18" y="108" width="48" height="16" rx="8" fill={red} />
    </Phone>,
  ],
  code: [
    dusk,
    <>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((tile) => (
        <g key={tile} transform={`translate(${26 + tile * 33 + (tile > 3 ? 12 : 0)} 66)`}>
          <rect width="28" height="42" rx="7" fill={paper} />
          <rect x="8" y={tile % 3 === 0 ? 14 : 18} width="12" height={tile % 2 === 0 ? 14 : 8} rx="3" fill={ink} />
        </g>
      ))}
      <rect x="26" y="126" width="180" height="6" rx="3" fill={sea} />
      <rect x="26" y="126" width="268" height="6" rx="3" fill={ink} opacity=".14" />
    </>,
  ],
  link: [
    glow,
    <>
      <g fill="none" strokeWidth="13" strokeLinecap="round">
        <path d="M136 84l-18 18a24 24 0 0 1-34-34l26-26a24 24 0 0 1 34 0" stroke={ink} />
        <path d="M114 76l18-18" stroke={red} />
        <path d="M112 78a24 24 0 0 0 32 2l28-26a24 24 0 0 0-34-34l-16 14" stroke={ink} opacity=".8" />
      </g>
      <path d="M196 96c30 0 44 6 44 26m-10-10l10 12 10-12" stroke={ink} strokeWidth="4" fill="none" strokeLinecap="round" />
      <Box x={200} y={132} />
    </>,
  ],
  list: [
    wall,
    <>
      <rect x="82" y="18" width="156" height="146" rx="12" fill={paper} />
      {rows(100, 40, [96, 72, 88, 60, 80])}
    </>,
  ],
  disk: [
    grey,
    <>
      <rect x="76" y="34" width="168" height="116" rx="16" fill={ink} />
      <circle cx="146" cy="92" r="46" fill={paper} />
      <path d="M146 92V46a46 46 0 1 1-43 30z" fill={dusk} />
      <circle cx="146" cy="92" r="12" fill={ink} />
      <circle cx="222" cy="132" r="5" fill={red} />
    </>,
  ],
  film: [
    navy,
    <>
      <rect x="116" y="18" width="88" height="132" rx="8" fill={dusk} />
      <path d="M124 104a36 36 0 0 1 72 0z" fill={sun} />
      <path d="M116 104h88v38a8 8 0 0 1-8 8h-72a8 8 0 0 1-8-8z" fill={sea} />
      <path d="M168 122V84l18 38z" fill={navy} />
      <rect x="36" y="40" width="60" height="90" rx="6" fill={sky} />
      <rect x="224" y="40" width="60" height="90" rx="6" fill={sky} />
    </>,
  ],
  tv: [
    wall,
    <>
      {ground}
      <Tv x={72} y={14} size={1.14} />
    </>,
  ],
  pad: [
    paper,
    <>
      <circle cx="160" cy="90" r="72" fill={grey} />
      <circle cx="160" cy="90" r="28" fill={paper} />
      <g stroke={ink} strokeWidth="5" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M150 40l10-10 10 10M150 140l10 10 10-10M110 80l-10 10 10 10M210 80l10 10-10 10" />
      </g>
      <circle cx="160" cy="90" r="9" fill={red} />
    </>,
  ],
  people: [
    dusk,
    <>
      {head(94, 96, leaf)}
      {head(226, 96, sky)}
      {head(160, 84, sea)}
      <rect y="150" width="320" height="30" fill={edge} />
    </>,
  ],
  night: [
    navy,
    <>
      {moonlight}
      {ground}
      <Box x={122} y={122} />
    </>,
  ],
} satisfies Record<Exclude<Drawing, 'room'>, [ground: string, drawing: ReactNode]>

export function SlideDrawing({ name }: { name: Drawing }) {
  if (name === 'room') return <Illustration name="room" />
  const [back, drawing] = drawn[name]
  return <Drawn back={back}>{drawing}</Drawn>
}
