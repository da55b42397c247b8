/** S130: the second tap of a double tap, where something opened or closed in between. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchSecondTaps } from './second-tap.ts'

const pressed: string[] = []

/** Under the finger, from the first tap on. */
let under = ''

beforeAll(() => {
  document.elementFromPoint = () => document.querySelector(under)
  watchSecondTaps()
})
beforeEach(() => {
  under = '#share'
  document.body.innerHTML =
    '<button id="send"><i>Send</i></button><button id="share">Share</button><a id="go">Go</a><label><input type="checkbox" id="tick">Tick</label>'
  for (const one of document.querySelectorAll('button, a, input')) one.addEventListener('click', () => pressed.push(one.id))
})
afterEach(() => void (pressed.length = 0))

function tap(selector: string, { detail = 1 } = {}): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 100, clientY: 700, detail })
  document.querySelector(selector)?.dispatchEvent(event)
}

test.each(['#share', '#go'])('what came under the finger is not pressed: %s', (selector) => {
  tap('#send')
  tap(selector, { detail: 2 })
  expect(pressed).toEqual(['send'])
})

test('the same button counts every tap, on its icon too', () => {
  tap('#share')
  tap('#share', { detail: 2 })
  tap('#send')
  tap('#send i', { detail: 2 })
  expect(pressed).toEqual(['share', 'share', 'send', 'send'])
})

test.each([
  ['by a key', { detail: 0 }],
  ['as a tap of its own', {}],
])('what is pressed %s is pressed', (_, how) => {
  tap('#send')
  tap('#share', how)
  expect(pressed).toEqual(['send', 'share'])
})

test('a neighbour of what still stands there is pressed', () => {
  under = '#send i'
  tap('#send')
  tap('#share', { detail: 2 })
  expect(pressed).toEqual(['send', 'share'])
})

test('a label hands its press on to its field', () => {
  tap('#send')
  tap('#tick', { detail: 2 })
  expect(pressed).toEqual(['send', 'tick'])
})
