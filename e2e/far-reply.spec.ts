/** In a long thread, the toast about a posted reply links to the reply if it is out of view. */
import { boards, post, reply } from '@homeport/contract/forum.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { forumWords } from './parts/forum-words.ts'
import { isSeen } from './parts/seen.ts'
import { signUpOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
/** Below the rate limit of thirty posts a minute. */
const repliesBefore = 25

let world: World
beforeAll(async () => {
  if (missing.length === 0) world = await openWorld({ hasBox: false })
})
afterAll(() => world?.stop())

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))(
  `a reply far away (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    test('E66: from the top of a long thread its word leads to it, by the keyboard too; where one sees it, it does not', async () => {
      const s = forumWords[lang]
      const address = world.addresses[0] ?? ''
      const phone = await openPhone({ locale: words[lang].locale, dark: lang === 'zh' })
      const { page } = phone
      try {
        const { token } = await signUpOn(phone, { address, lang, username: s.anna })
        const app = { address, lang, token }
        const board = (await askAs(app, boards, {})).data.find(({ is_closed }) => !is_closed)
        const whole = { id: 'a-long-thread-of-a-story', board_id: board?.id ?? 0, title: s.title, content: s.text }
        const { id } = await askAs(app, post, whole)
        for (let n = 1; n <= repliesBefore; n += 1)
          await askAs(app, reply, { id: `a-reply-of-a-story-${n}`, thread_id: id, text: s.reply, to_id: '', quote_id: '' })
        const answer = async (text: string) => {
          await page.locator('.thread-foot-write').click()
          await page.getByRole('dialog').getByLabel(s.writeReply).fill(text)
          await page.getByRole('dialog').getByRole('button', { name: s.send }).click()
        }
        const show = page.getByRole('status').getByRole('link', { name: s.show })

        await page.goto(`${address}/#/pages/forum/postings/postdetails?id=${id}&floor=1`)
        await page.locator('ol article').first().waitFor()
        await answer(s.farReply)
        await show.waitFor()
        const box = await show.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
        expect(await phone.axe()).toEqual([])
        await until('the keyboard is at it', async () => {
          await page.keyboard.press('Tab')
          return show.evaluate((link) => link === document.activeElement)
        })
        await page.keyboard.press('Enter')
        const landed = page.locator('.replies-reply.replies-marked').filter({ hasText: s.farReply })
        await until('it stands before one’s eyes', async () => (await landed.count()) === 1 && isSeen(landed))
        expect(await show.count()).toBe(0)

        await answer(s.nearReply)
        await page
          .getByRole('status')
          .getByText(String(repliesBefore + 2))
          .waitFor()
        expect(await show.count()).toBe(0)
        expect(await page.locator('.replies-reply').filter({ hasText: s.nearReply }).isVisible()).toBe(true)
        expect(phone.errors).toEqual([])
      } finally {
        await phone.close()
      }
    })
  },
)
