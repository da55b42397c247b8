/** SVG illustrations for content without a photo, mainly banners. */
import type { ReactNode } from 'react'
import {
  wall,
  glow,
  wood,
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
} from './illustration-parts.tsx'

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

export type IllustrationName = keyof typeof drawn

export function Illustration({ name }: { name: IllustrationName }) {
  const [back, drawing] = drawn[name]
  return <Drawn back={back}>{drawing}</Drawn>
}
