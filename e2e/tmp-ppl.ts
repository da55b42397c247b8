import { openPhone } from './phone.ts'
import { openWorld } from './world.ts'
import { mkdirSync } from 'node:fs'
const out = '/tmp/ppl-shots'
mkdirSync(out, { recursive: true })
const world = await openWorld()
const address = world.addresses[0] ?? ''
async function ask(lang: string, path: string, form: Record<string, string>, token = '') {
  const r = await fetch(`${address}/${lang}/forum${path}`, {
    method: 'POST',
    headers: { Source: 'app', Token: token },
    body: new URLSearchParams(form),
  })
  return (await r.json()) as any
}
const only = process.argv[2] ?? ''
try {
  for (const [lang, locale] of [
    ['en', 'en-US'],
    ['zh', 'zh-CN'],
  ] as const) {
    const names =
      lang === 'en'
        ? ['harbour-light', 'quiet-nuc', 'slow-train', 'Ilse K', 'bo', 'tape.deck']
        : ['海港灯', '安静的盒子', '慢火车', '老电影迷', '小本经营', '夜猫子']
    const people = [] as { token: string; id: string }[]
    for (const username of names.map((n) => (n.length < 3 ? n + '·x' : n))) {
      const a = await ask(lang, '/user/account/register', { username, password: 'a quiet harbour 7', agreed: '1' })
      if (a.code !== 200) throw new Error(JSON.stringify(a))
      people.push({ token: a.data.token, id: a.data.user.user_id })
    }
    const [me, b, c, d, e] = people as [any, any, any, any, any]
    await ask(
      lang,
      '/user/account/saveProfile',
      { gender: 'female', nickname: lang === 'en' ? 'Quiet NUC' : '静音小盒' },
      b.token,
    )
    for (const p of people.slice(1)) await ask(lang, '/spacecp/follow', { user_id: me.id }, p.token)
    for (const p of [b, c]) await ask(lang, '/spacecp/follow', { user_id: p.id }, me.token)
    let n = 0
    const say = (from: any, to: any, text: string) =>
      ask(lang, '/message/send', { to: to.id, id: `message-number-${lang}-${n++}`, text }, from.token)
    const T =
      lang === 'en'
        ? [
            'Is your box really silent?',
            'Yes: 11 W idle, you hear nothing from a metre away.',
            'I wanted one that nobody in the living room can hear. An eight-year-old NUC and one slow fan were enough. Numbers are in my thread.',
            'Nice. Which fan?',
            'https://example.org/a/very/long/address/that/does/not/break/anywhere?and=goes&on=and-on-and-on-and-on',
          ]
        : [
            '你的盒子真的没声音吗？',
            '真的，待机 11 W，一米外听不到。',
            '我想要一台客厅里谁都听不到的盒子。一台八年前的 NUC 加一个慢速风扇就够了，数据在我的帖子里。',
            '不错，用的哪个风扇？',
            'https://example.org/a/very/long/address/that/does/not/break/anywhere?and=goes&on=and-on-and-on-and-on',
          ]
    await say(me, b, T[0]!)
    await say(b, me, T[1]!)
    await say(b, me, T[2]!)
    await say(me, b, T[3]!)
    await say(b, me, T[4]!)
    await say(c, me, lang === 'en' ? 'Tonight: Metropolis at nine?' : '今晚九点看《大都会》？')
    for (let i = 0; i < 25; i++) await say(d, me, `${i + 1}`)
    await say(me, e, lang === 'en' ? 'Thank you for the subtitles!' : '谢谢你的字幕！')
    for (const [w, h, dark] of [
      [390, 844, false],
      [1280, 800, false],
      [390, 844, true],
      [1280, 800, true],
      [320, 640, false],
    ] as const) {
      const tag = `${lang}-${w}${dark ? '-dark' : ''}`
      if (only && !tag.match(only)) continue
      const phone = await openPhone({ locale, width: w, height: h, dark })
      const { page } = phone
      await page.goto(`${address}/#/pages/user/login/username`)
      await page.locator('input').first().fill(names[0]!)
      await page.locator('input[type=password]').fill('a quiet harbour 7')
      await page.getByRole('checkbox').check({ force: true })
      await page.locator('button[type=submit]').click()
      await page.waitForTimeout(1200)
      const shots: [string, string][] = [
        ['me', '/pages/main/user/index'],
        ['person', `/pages/user/posts/index?user_id=${b.id}`],
        ['own', '/pages/user/posts/index'],
        ['fans', '/pages/user/mine/fans'],
        ['follow', '/pages/user/mine/follow'],
        ['talks', '/pages/user/mine/message/index'],
        ['talk', `/pages/user/mine/message/index?with=${b.id}`],
        ['system', '/pages/user/mine/message/index?tab=system'],
        ['remind', '/pages/forum/postings/remind'],
        ['nobody', '/pages/user/posts/index?user_id=zzz'],
        ['closed', '/pages/user/mine/message/index?with=zzz'],
      ]
      for (const [name, path] of shots) {
        await page.goto(`${address}/#${path}`)
        await page.waitForTimeout(900)
        await page.screenshot({ path: `${out}/${tag}-${name}.png` })
        const found = await phone.axe()
        if (found.length) console.log(tag, name, found)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (wide) console.log(tag, name, 'SCROLLS SIDEWAYS')
      }
      await page.goto(`${address}/#/pages/user/posts/index?user_id=${d.id}`)
      await page.getByRole('button', { name: lang === 'en' ? /^Block/ : /^拉黑/ }).click()
      await page.waitForTimeout(600)
      await page.screenshot({ path: `${out}/${tag}-blocksheet.png` })
      console.log(tag, 'errors', phone.errors)
      await phone.close()
    }
  }
} finally {
  await world.stop()
}
