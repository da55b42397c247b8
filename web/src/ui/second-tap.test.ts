/** S130: the second tap of a double tap, where something opened or closed in between. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchSecondTaps } from './second-tap.ts'

const pressed: string[] = []
let at = 0

/** Under the finger, from the first tap on. */
let under = ''

beforeAll(() => {
  document.elementFromPoint = () => document.querySelector(under)
  watchSecondTaps()
})
beforeEach(() => {
  at += 10_000
  under = '#share'
  document.body.innerHTML =
    '<button id="send"><i>Send</i></button><button id="share">Share</button><a id="go">Go</a><label><input type="checkbox" id="tick">Tick</label>'
  for (const one of document.querySelectorAll('button, a, input')) one.addEventListener('click', () => pressed.push(one.id))
})
afterEach(() => void (pressed.length = 0))

function tap(selector: string, { later = 0, x = 100, detail = 1 } = {}): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 700, detail })
  at += later
  Object.defineProperty(event, 'timeStamp', { value: at })
  document.querySelector(selector)?.dispatchEvent(event)
}

test.each(['#share', '#go'])('what came under the finger is not pressed: %s', (selector) => {
  tap('#send')
  tap(selector, { later: 120, x: 110, detail: 2 })
  expect(pressed).toEqual(['send'])
})

test('the same button counts every tap, on its icon too', () => {
  tap('#share')
  tap('#share', { later: 120 })
  tap('#send', { later: 400 })
  tap('#send i', { later: 120 })
  expect(pressed).toEqual(['share', 'share', 'send', 'send'])
})

test.each([
  ['a moment later', { later: 301, detail: 2 }],
  ['elsewhere', { later: 120, x: 130, detail: 2 }],
  ['by a key', { later: 120, detail: 0 }],
  ['as a tap of its own', { later: 120 }],
])('what is pressed %s is pressed', (_, how) => {
  tap('#send')
  tap('#share', how)
  expect(pressed).toEqual(['send', 'share'])
})

test('a neighbour of what still stands there is pressed', () => {
  under = '#send i'
  tap('#send')
  tap('#share', { later: 120, x: 110, detail: 2 })
  expect(pressed).toEqual(['send', 'share'])
})

test('a label hands its press on to its field', () => {
  tap('#send')
  tap('#tick', { later: 120, detail: 2 })
  expect(pressed).toEqual(['send', 'tick'])
})
