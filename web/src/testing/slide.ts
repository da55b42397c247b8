/** For tests: a finger on the screen. */
import { act, fireEvent } from '@testing-library/react'

/** A finger goes along these points and is lifted. */
export const slide = (on: HTMLElement, ...points: [x: number, y: number][]) =>
  act(async () => {
    points.forEach(([clientX, clientY], at) =>
      fireEvent(on, touch(at === 0 ? 'touchstart' : 'touchmove', [{ clientX, clientY }])),
    )
    fireEvent(on, touch('touchend', []))
  })

const touch = (type: string, touches: object[]) => Object.assign(new Event(type, { bubbles: true }), { touches })
