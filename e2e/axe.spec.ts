/** The faults that the stories' axe reports: those that stand, and none that is only a moment of a fade, however slow the machine is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser } from './world.ts'

const pageOf = (main: string) => `<!doctype html>
  <html lang="en">
    <head>
      <title>Harbour</title>
      <style>
        body { background: #fff; color: #222 }
        .faint { color: #bbb }
        .fading { animation: fade 600ms linear }
        .moving { width: 90px; height: 4px; animation: grow 200ms linear }
        @keyframes fade { from { opacity: 0.2 } }
        @keyframes grow { from { width: 0 } }
      </style>
    </head>
    <body><main><h1>Harbour</h1>${main}</main></body>
  </html>`

describe.skipIf(!hasBrowser)('axe in a story', () => {
  let phone: Phone
  beforeAll(async () => {
    phone = await openPhone({ locale: 'en-US' })
  })
  afterAll(() => phone.close())

  async function show(main: string): Promise<void> {
    // A new document, with an axe of its own.
    await phone.page.goto('about:blank')
    await phone.page.setContent(pageOf(main))
  }

  /** As on a busy machine: text fades in after the page was still, before axe looks or while it does. */
  async function fadeIn(when: 'before' | 'during', times: number): Promise<void> {
    await phone.page.evaluate(
      (given) => {
        const run = globalThis.axe.run.bind(globalThis.axe)
        let count = 0
        const begin = () => {
          count += 1
          if (count > given.times) return
          const text = document.createElement('p')
          text.append('Late')
          document.querySelector('main')?.append(text)
          return text
        }
        const looks = async (...args: Parameters<typeof run>) => {
          const text = begin()
          if (given.when === 'before') text?.classList.add('fading')
          const results = run(...args)
          text?.classList.add('fading')
          return results
        }
        Object.assign(globalThis.axe, { run: looks })
      },
      { when, times },
    )
  }

  test.each(['before', 'during'] as const)(
    'text that begins to fade in %s a look of axe is judged once it stands',
    async (when) => {
      await show('<p>At rest</p>')
      expect(await phone.axe()).toEqual([])
      await fadeIn(when, 1)
      expect(await phone.axe()).toEqual([])
      expect(await phone.page.getByText('Late').count()).toBe(1)
    },
  )

  test('text that fades in at each look is no fault, and a fault beside it is', async () => {
    await show('<p id="faint" class="faint">Too faint</p>')
    expect(await phone.axe()).toEqual(['color-contrast: #faint'])
    await fadeIn('before', 99)
    expect(await phone.axe()).toEqual(['color-contrast: #faint'])
  })

  test('a fault is found on a page where something always moves', async () => {
    await show('<p id="faint" class="faint">Too faint</p><div class="moving"></div>')
    await phone.page.evaluate(() => {
      document.addEventListener('animationend', ({ target }) => {
        if (target instanceof Element) target.replaceWith(target.cloneNode())
      })
    })
    expect(await phone.axe()).toEqual(['color-contrast: #faint'])
  })

  test('a fade that is paused for good is judged as it stands', async () => {
    await show('<p id="half" class="fading" style="animation-play-state: paused">Half</p>')
    expect(await phone.axe()).toEqual(['color-contrast: #half'])
  })
})
