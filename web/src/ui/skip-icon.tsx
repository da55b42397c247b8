/** The icons of a player that go back or on by some seconds: the number in an arrow that turns. */
import { drawIcon } from './draw-icon.tsx'

const arrows = {
  back: (
    <>
      <path d="M5 4.5V9h4.5" />
      <path d="M5.6 9A8 8 0 1112 20a8 8 0 01-7.5-5.2" />
    </>
  ),
  forward: (
    <>
      <path d="M19 4.5V9h-4.5" />
      <path d="M18.4 9A8 8 0 1012 20a8 8 0 007.5-5.2" />
    </>
  ),
}

function skipIcon(way: keyof typeof arrows, seconds: number) {
  const number = (
    <text
      x={way === 'back' ? 12.2 : 11.7}
      y="15.7"
      textAnchor="middle"
      fill="currentColor"
      stroke="none"
      fontFamily="var(--sans)"
      fontWeight="700"
      fontSize="6.8"
    >
      {seconds}
    </text>
  )
  return drawIcon(
    <>
      {arrows[way]}
      {number}
    </>,
  )
}

export const Back10Icon = skipIcon('back', 10)
export const Forward10Icon = skipIcon('forward', 10)
export const Forward30Icon = skipIcon('forward', 30)
