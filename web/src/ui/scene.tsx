/** Pictures drawn by code in the hand of the look: for banners, guides and what else has no photo. Flat colours, no words; the same by day and by night. */
import type { ReactNode } from 'react'

const wall = '#cdbda6'
const glow = '#e3d3b2'
const wood = '#a9845c'
const edge = '#7a5738'
const ink = '#2a2620'
const paper = '#f3ede2'
const grey = '#d3cabc'
const dusk = '#f2b366'
const sun = '#fbe7b8'
const sea = '#c8503f'
const red = '#c4281b'
const leaf = '#4f7049'
const navy = '#16233f'
const sky = '#31466f'

const ground = (
  <>
    <rect y="150" width="320" height="6" fill={wood} />
    <rect y="156" width="320" height="24" fill={edge} />
  </>
)

function Box({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect width="76" height="28" rx="7" fill={paper} />
      <path d="M0 17h76v4a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7z" fill={grey} />
      <circle cx="64" cy="10" r="2.6" fill={red} />
      <path d="M8 9h22M8 13h22" stroke={grey} strokeWidth="1.6" />
    </g>
  )
}

function Tv({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
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

function Phone({ children }: { children: ReactNode }) {
  return (
    <g transform="translate(118 16)">
      <rect width="84" height="150" rx="14" fill={ink} />
      <rect x="5" y="5" width="74" height="140" rx="10" fill={paper} />
      {children}
    </g>
  )
}

const plant = (
  <>
    <path d="M34 118c-14-18-14-40-8-56 12 12 16 34 12 56zM38 118c-2-26 6-46 18-58 4 22-2 44-14 58z" fill={leaf} />
    <path d="M20 116h36l-5 34H25z" fill={sea} />
  </>
)

const lamp = (
  <>
    <circle cx="262" cy="52" r="58" fill={glow} />
    <path d="M246 14h32l10 30h-52z" fill={sun} />
    <path d="M260 44h4v104h-4z" fill={ink} />
    <rect x="244" y="147" width="36" height="4" rx="2" fill={ink} />
  </>
)

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

const moonlight = (
  <>
    <circle cx="236" cy="50" r="26" fill={sun} />
    <circle cx="248" cy="42" r="24" fill={navy} />
    <path d="M60 40h2M110 26h2M160 58h2M90 78h2M286 92h2M30 88h2" stroke={sun} strokeWidth="3" strokeLinecap="round" />
  </>
)

const drawn = {
  room: [
    wall,
    <>
      {lamp}
      {ground}
      {plant}
      <Tv x={74} y={28} />
      <Box x={178} y={122} />
    </>,
  ],
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
  harbour: [
    dusk,
    <>
      <circle cx="160" cy="108" r="56" fill={sun} />
      <rect y="108" width="320" height="72" fill={sea} />
      <path d="M110 122h100M126 136h68M142 150h36" stroke={sun} strokeWidth="5" strokeLinecap="round" />
      <path d="M206 112V58l34 54zM200 112V72l-22 40z" fill={navy} />
      <path d="M172 116h76l-12 14h-52z" fill={ink} />
    </>,
  ],
  lamp: [
    navy,
    <>
      {moonlight}
      <rect x="120" y="60" width="22" height="100" fill={paper} />
      <path d="M112 60h38l-8-22h-22z" fill={sea} />
      <path d="M142 46l150-22v50z" fill={sun} opacity=".5" />
      <path d="M70 160h130l16 20H50z" fill={ink} />
    </>,
  ],
  library: [
    paper,
    <>
      {[dusk, navy, leaf, sea, sky, grey].map((colour, index) => (
        <rect
          key={colour}
          x={22 + index * 47}
          y={index % 2 === 0 ? 30 : 38}
          width="40"
          height={index % 2 === 0 ? 112 : 104}
          rx="5"
          fill={colour}
        />
      ))}
      <rect y="142" width="320" height="8" fill={wood} />
      <rect y="150" width="320" height="30" fill={grey} />
    </>,
  ],
  forum: [
    glow,
    <>
      <path
        d="M64 34h116a16 16 0 0 1 16 16v38a16 16 0 0 1-16 16H108l-26 24v-24H64a16 16 0 0 1-16-16V50a16 16 0 0 1 16-16z"
        fill={paper}
      />
      <path
        d="M150 84h92a16 16 0 0 1 16 16v28a16 16 0 0 1-16 16h-8v20l-24-20h-60a16 16 0 0 1-16-16v-28a16 16 0 0 1 16-16z"
        fill={red}
      />
      <path d="M74 58h92M74 78h60" stroke={grey} strokeWidth="7" strokeLinecap="round" />
      <path d="M156 108h78M156 124h50" stroke={paper} strokeWidth="6" strokeLinecap="round" />
    </>,
  ],
} satisfies Record<string, [ground: string, drawing: ReactNode]>

export type SceneName = keyof typeof drawn

export function Scene({ name }: { name: SceneName }) {
  const [back, drawing] = drawn[name]
  return (
    <svg viewBox="0 0 320 180" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="180" fill={back} />
      {drawing}
    </svg>
  )
}
